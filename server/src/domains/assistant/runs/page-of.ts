/** The paths of the console's pages; `$` stands for an id. A test compares them with the console's routes. */
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
  "/offers/new",
  "/purchases",
  "/settings",
  "/settings/assistant",
  "/settings/connected-apps",
  "/settings/domains",
  "/settings/payouts",
  "/settings/seller-page",
  "/settings/tool-servers",
  "/settings/webhooks",
  "/team",
  "/team-time",
  "/unclear-money",
]

const isId = (text: string) => /^[a-z]+(?:-[a-z]+)?_[0-9A-Za-z]{22}$/.test(text)

const things = new Set(["open", "folder", "share"])

/**
 * A console page's address for a model: a known path with ids and nothing else. The author of a link can write any text
 * into its address, and that text must not reach the model.
 */
export function pageOf(address: string): string | undefined {
  const { pathname, searchParams } = URL.parse(address, "http://console.invalid") ?? {}
  const path = pathname?.replace(/(?<=.)\/$/, "")
  const known = path?.split("/").map((part) => (isId(part) ? "$" : part)).join("/") // biome-ignore format: one thought
  if (path === undefined || path.includes("$") || known === undefined || !knownPages.includes(known)) return undefined
  const named = [...(searchParams ?? [])].filter(([name, value]) => things.has(name) && isId(value))
  return named.length === 0 ? path : `${path}?${new URLSearchParams(named)}`
}
