/**
 * Written as `workspace:drive/file_…` (pictures, files), `workspace:account/…` (members), `workspace:doc/…` (links).
 */
interface OwnAddress {
  kind: string
  ref: string
  /** The link around a mention or an object, which Markdown cannot nest. */
  link?: { href: string; title: string } | undefined
}

const scheme = "workspace:"

export function writeOwnAddress({ kind, ref, link }: OwnAddress): string | undefined {
  if (!/^\w{1,64}$/.test(ref) || !/^[a-z]{1,20}$/.test(kind)) return undefined
  return `${scheme}${kind}/${ref}${link ? `?link=${encode(link.href)}&title=${encode(link.title)}` : ""}`
}

export function readOwnAddress(href: string): OwnAddress | undefined {
  const [, kind, ref, link, title] =
    /^workspace:([a-z]{1,20})\/(\w{1,64})(?:\?link=([^&]{1,9000})&title=([^&]{0,9000}))?$/.exec(href) ?? []
  if (kind === undefined || ref === undefined) return undefined
  try {
    const around = link && { href: decodeURIComponent(link), title: decodeURIComponent(title ?? "") }
    return { kind, ref, ...(around && { link: around }) }
  } catch {
    return { kind, ref }
  }
}

/** Also encodes the characters that a destination in parentheses cannot contain. */
const encode = (text: string) => encodeURIComponent(text).replace(/[()*~_!']/g, (sign) => `%${hexOf(sign)}`)
const hexOf = (sign: string) => sign.charCodeAt(0).toString(16).toUpperCase()

/** An address whose spaces are encoded, as browsers do it. Spaces around it do not count. */
export const withoutSpaces = (href: string): string => href.trim().replace(/\s/g, encodeURIComponent)
