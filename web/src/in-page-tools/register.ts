import type { ApiDescription } from "./operation.ts"
import { showsAreRegistered } from "./shows.ts"
import { toTools } from "./to-tools.ts"

/**
 * Registers the public API's operations as tools of a browser agent (WebMCP) while the page is shown. Only browsers
 * with an agent fetch `openapi.json`. The tools do only what is public; a page shows what they do by `registerShows`.
 * Resolves once they are registered, or have failed to be.
 */
export function offerInPageTools(context: NonNullable<Document["modelContext"]>): Promise<void> {
  if (document.querySelector("[data-found]")) import("./front-door.ts")
  const offer = () => {
    const shown = new AbortController()
    addEventListener("pagehide", () => shown.abort(), { once: true })
    // The page also works without tools.
    return register(context, shown.signal).catch(() => shown.abort())
  }
  addEventListener("pageshow", ({ persisted }) => persisted && offer())
  return offer()
}

async function register(context: NonNullable<Document["modelContext"]>, signal: AbortSignal): Promise<void> {
  const response = await fetch("/openapi.json", { signal })
  const description = (await response.json()) as ApiDescription
  // A tool that is called earlier would do its work unseen.
  if (document.querySelector("[data-shows-tools]")) await showsAreRegistered
  await Promise.all(toTools(description).map((tool) => context.registerTool(tool, { signal })))
}
