import type { ModelContext } from "./model-context.ts"
import type { ApiDescription } from "./operation.ts"
import { toTools } from "./to-tools.ts"

/**
 * Registers the public API's operations as tools of a browser agent (WebMCP) while the page is shown. Only browsers
 * with an agent fetch `openapi.json`. The tools send no cookies, so they can do only what is public.
 */
export function offerInPageTools(): void {
  const context = document.modelContext ?? navigator.modelContext
  if (!context) return
  const offer = () => {
    const shown = new AbortController()
    addEventListener("pagehide", () => shown.abort(), { once: true })
    // The page also works without tools.
    register(context, shown.signal).catch(() => shown.abort())
  }
  addEventListener("pageshow", ({ persisted }) => persisted && offer())
  offer()
}

async function register(context: ModelContext, signal: AbortSignal): Promise<void> {
  const response = await fetch("/openapi.json", { signal })
  const description = (await response.json()) as ApiDescription
  await Promise.all(toTools(description).map((tool) => context.registerTool(tool, { signal })))
}
