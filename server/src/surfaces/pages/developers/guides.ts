import type { ManualLink } from "#contract/pages/developers.ts"

export interface Guide {
  /** Its file is `docs/developers/<name>.md`. */
  readonly name: string
  readonly title: string
  readonly about: string
}

/** ★ Every guide, in the order of the navigation. Its pages, its Markdown twin and its line of llms.txt follow. */
export const guides: readonly Guide[] = [
  { name: "quickstart", title: "Quickstart", about: "A first purchase with curl and Python." },
  { name: "pay-links", title: "Pay links", about: "How an offer is bought: states, money, stock and delivery." },
  { name: "client", title: "TypeScript client", about: "Calls with safe retries and types; verifies webhooks." },
  { name: "webhooks", title: "Webhooks", about: "Signed requests to your server: verify, retry, order, switch on." },
  { name: "agents", title: "Agents", about: "From an address to the first tool call: OAuth, tools, failures." },
  { name: "clients", title: "Connect a client", about: "What to copy for each MCP client, and its redirect address." },
  { name: "errors-and-limits", title: "Errors and limits", about: "Errors, versions, idempotency and rate limits." },
]

export const guidePath = ({ name }: Pick<Guide, "name">) => `/developers/${name}`

export const guideLinks: readonly ManualLink[] = guides.map(({ name, title, about }) => ({
  path: guidePath({ name }),
  title,
  about,
}))
