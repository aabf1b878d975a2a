import type { ModelContext } from "./model-context.ts"
import type { ApiDescription } from "./operation.ts"
import { toTools } from "./to-tools.ts"

/**
 * Offers what the public API can do to an agent in the browser (WebMCP), for as long as the page is shown. The tools are
 * made from `openapi.json`, which only a browser with such an agent fetches; they send no cookies, so an agent can do
 * nothing here that anybody could not.
 */
export function offerInPageTools(): void {
  const context = document.modelContext ?? navigator.modelContext
  if (!context) return
  const offer = () => {
    const shown = new AbortController()
    addEventListener("pagehide", () => shown.abort(), { once: true })
    // A page works as well without its tools.
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
