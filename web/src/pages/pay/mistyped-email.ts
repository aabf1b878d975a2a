/** Common mail domains. Those with a long name are suggested for a mistyped one; an exact match is never questioned. */
const commonDomains = [
  "gmail.com",
  "googlemail.com",
  "yahoo.com",
  "yahoo.co.uk",
  "yahoo.co.jp",
  "yahoo.de",
  "yahoo.fr",
  "yahoo.it",
  "yahoo.es",
  "yahoo.ca",
  "ymail.com",
  "hotmail.com",
  "hotmail.co.uk",
  "hotmail.de",
  "hotmail.fr",
  "hotmail.it",
  "hotmail.es",
  "outlook.com",
  "outlook.de",
  "outlook.fr",
  "outlook.es",
  "icloud.com",
  "proton.me",
  "protonmail.com",
  "fastmail.com",
  "t-online.de",
  "orange.fr",
  "comcast.net",
  "verizon.net",
  "mail.com",
  "email.com",
]

/** Shorter names resemble too many real domains: "live" and "line", "gmx" and "gme". */
const shortestName = 5

/** The address with the common domain that this one resembles; undefined if the domain looks right. */
export function suggestEmail(typed: string): string | undefined {
  const email = typed.trim()
  const at = email.lastIndexOf("@")
  const domain = email.slice(at + 1).toLowerCase()
  if (at < 1 || !domain.includes(".") || domain.length > 40 || commonDomains.includes(domain)) return undefined
  const [best] = commonDomains
    .map((common) => ({ common, distance: distanceTo(common, domain) }))
    .filter(({ distance }) => distance !== undefined)
    .sort((one, other) => Number(one.distance) - Number(other.distance))
  return best && `${email.slice(0, at)}@${best.common}`
}

function distanceTo(common: string, domain: string): number | undefined {
  const [name, ending] = atFirstDot(common)
  const [typedName, typedEnding] = atFirstDot(domain)
  const inName = countTypos(name, typedName)
  const inEnding = countTypos(ending, typedEnding)
  const most = name.length > shortestName ? 2 : 1
  return name.length < shortestName || inName > most || inEnding > 1 ? undefined : inName + inEnding
}

function atFirstDot(domain: string): [string, string] {
  const dot = domain.indexOf(".")
  return [domain.slice(0, dot), domain.slice(dot + 1)]
}

/** The optimal string alignment distance: letters inserted, left out, replaced, or swapped with their neighbour. */
function countTypos(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = [...other, ""].map((_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1]
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      next[at] = Math.min(
        (last[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = next
  }
  return last[other.length] ?? 0
}
