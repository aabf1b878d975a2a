/** The pages of a workspace, by their paths; `$` stands for the id of a thing. A test compares them with the console's. */
export const knownPages: readonly string[] = [
  "/",
  "/assistant",
  "/assistant/$",
  "/chat-commands",
  "/docs",
  "/docs/$",
  "/drive",
  "/drive/share-links",
  "/drive/upload-links",
  "/gift-codes",
  "/links",
  "/offers",
  "/offers/$",
  "/purchases",
  "/settings",
  "/settings/assistant",
  "/settings/connected-apps",
  "/settings/domains",
  "/settings/payouts",
  "/settings/tool-servers",
  "/team",
  "/team-time",
  "/unclear-money",
]

const isId = (text: string) => /^[a-z]+(?:-[a-z]+)?_[0-9A-Za-z]{22}$/.test(text)

/** What of a query names a thing of ours. */
const things = new Set(["open", "folder", "share"])

/**
 * The page of the console that somebody is on, as a model is told of it: one that there is, with ids and nothing else of
 * its address. Whoever sends a link makes up what stands in it, and no word of theirs is to come from there.
 *
 * @returns undefined for what is no page.
 */
export function pageOf(address: string): string | undefined {
  const { pathname, searchParams } = URL.parse(address, "http://console.invalid") ?? {}
  const path = pathname?.replace(/(?<=.)\/$/, "")
  const known = path?.split("/").map((part) => (isId(part) ? "$" : part)).join("/") // biome-ignore format: one thought
  if (path === undefined || path.includes("$") || known === undefined || !knownPages.includes(known)) return undefined
  const named = [...(searchParams ?? [])].filter(([name, value]) => things.has(name) && isId(value))
  return named.length === 0 ? path : `${path}?${new URLSearchParams(named)}`
}
