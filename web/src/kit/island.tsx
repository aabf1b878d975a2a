import { createContext, use } from "react"

/** The HTML of a page's island, as `hydrateRoot` wants to find it. */
export const IslandContext = createContext("")

/** Where the part of a page stands that React takes over in the browser. */
export function IslandPlace({ className }: { className?: string | undefined }) {
  const html = use(IslandContext)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React wrote it.
  return <div id="island" className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
