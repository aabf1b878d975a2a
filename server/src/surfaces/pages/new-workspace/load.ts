import { ownPath } from "../own-path.ts"
import type { PageContent, Visit } from "../page.ts"

export async function loadNewWorkspace(visit: Visit) {
  const { typed, query, formToken, refusal, settings } = visit
  const form = { action: "/workspaces/new", formToken, name: typed.name ?? "", slug: typed.slug ?? "" }
  return {
    head: { title: "New workspace" },
    data: {
      form,
      host: new URL(settings.baseUrl).host,
      returnTo: ownPath(typed.return_to ?? query.return_to, "") || null,
      refusal,
    },
  } satisfies PageContent
}
