import { createContext, use } from "react"

/** The server-rendered HTML of a page's island, for `hydrateRoot`. */
export const IslandContext = createContext("")

/** The element that React hydrates in the browser. */
export function IslandPlace({ className }: { className?: string | undefined }) {
  const html = use(IslandContext)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered it.
  return <div id="island" className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
