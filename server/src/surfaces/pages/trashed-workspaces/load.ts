import { perform } from "#access/perform.ts"
import { listTrashedWorkspaces } from "#domains/workspaces/index.ts"
import type { PageContent, Visit } from "../page.ts"

export async function loadTrashedWorkspaces(visit: Visit) {
  const { app, caller, formToken, refusal } = visit
  const { items } = await perform({ app, caller }, listTrashedWorkspaces, {})
  return {
    head: { title: "Workspaces in trash" },
    data: {
      workspaces: items.map(({ role, ...shown }) => ({ ...shown, isOwn: role === "owner" })),
      form: { action: "/workspaces/trash", formToken },
      refusal,
    },
  } satisfies PageContent
}
