import type { PageContent, Visit } from "../page.ts"
import { loadSale } from "../pay/load.ts"

/** The pay page as the buy button shows it in a frame, on the sites that the workspace lists. */
export async function loadEmbed(visit: Visit) {
  const { sites, content } = await loadSale(visit)
  const { head, data } = content
  return {
    ...content,
    head: { title: head.title },
    data: { ...data, island: { ...data.island, sites } },
    framedBy: sites,
  } satisfies PageContent
}
