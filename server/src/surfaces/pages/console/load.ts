import { perform } from "#access/perform.ts"
import { getOwnWorkspace, listWorkspaces } from "#domains/workspaces/index.ts"
import { findRoute, firstData } from "../../console/first-data.ts"
import type { PageContent, Visit } from "../page.ts"
import { visitorOf } from "../visitor.ts"
import type { ConsoleData } from "./data.ts"
import { inWorkspace } from "./in-workspace.ts"

/** The document of the console: its frame, and what its first page shows. */
export async function loadConsole(visit: Visit): Promise<PageContent<ConsoleData>> {
  const { app, params, query, formToken } = visit
  const caller = inWorkspace(visit)
  const { slug, name, role } = await perform({ app, caller }, getOwnWorkspace, {})
  const { workspaces } = await perform({ app, caller: visit.caller }, listWorkspaces, { limit: 100 })
  const found = findRoute(params["*"] ?? "")
  const reads = found?.route.reads({ params: found.params, search: query, role }) ?? []
  const visitor = await visitorOf(visit)
  if (!visitor) throw new Error("The console is for people who are signed in.")
  const title = found?.route.title ?? "Nothing here"
  return {
    status: found ? 200 : 404,
    filesOrigin: new URL(app.addresses.files).origin,
    head: { title: `${title} · ${name}` },
    data: {
      title,
      island: {
        workspace: { slug, name, role },
        workspaces: workspaces.map(({ slug, name }) => ({ slug, name })),
        visitor,
        formToken,
        firstData: await firstData(app, caller, reads),
      },
    },
  }
}
