import { perform } from "#access/perform.ts"
import { type AreaId, consoleAreas } from "#contract/console/areas.ts"
import { type ConsoleRoute, type Here, type Read, read } from "#contract/console/route.ts"
import type { ConsoleData, WorkspaceHere } from "#contract/pages/console.ts"
import { getHead } from "#domains/live/index.ts"
import { getOwnWorkspace, listTrashedWorkspaces, listWorkspaces } from "#domains/workspaces/index.ts"
import { findDue, findRoute, firstData } from "../../console/first-data.ts"
import { LeadsOn } from "../leads-on.ts"
import type { Page, PageContent, Visit } from "../page.ts"
import { unknownAddress } from "../unknown-address.ts"
import { visitorOf } from "../visitor.ts"
import { inWorkspace } from "./in-workspace.ts"

export function loadConsole(area: AreaId): Page["load"] {
  return (visit) => loadArea(area, visit)
}

async function loadArea(area: AreaId, visit: Visit): Promise<PageContent<ConsoleData>> {
  const { app, params, query, formToken } = visit
  const { visitor, accountId } = await signedIn(visit)
  if (area === "operator" && !visitor.isOperator) throw unknownAddress()
  const caller = area === "workspace" ? inWorkspace(visit) : visit.caller
  const workspace = area === "workspace" ? await openWorkspace(visit) : null
  const found = findRoute(area, params["*"] ?? "")
  const here = { params: found?.params ?? {}, search: query, role: workspace?.role ?? null }
  const reads = found?.route.reads(here) ?? []
  const [{ workspaces }, due, first] = await Promise.all([
    perform({ app, caller: visit.caller }, listWorkspaces, { limit: 100 }),
    findDue(app, caller, { area, here }),
    firstData(app, caller, [read("count-notifications"), ...reads]),
  ])
  const { title, ...shown } = isThere(here, reads[0], first.missing) ? shownAs(found?.route) : shownAs()
  return {
    ...shown,
    ...(workspace && { lastWorkspace: workspace.slug }),
    hasWorker: true,
    readsFilms: true,
    filesOrigin: new URL(app.addresses.files).origin,
    head: { title: `${title} · ${workspace?.name ?? consoleAreas[area].title}`, isInstallable: true },
    data: {
      title,
      island: {
        area,
        base: `/${workspace?.slug ?? area}`,
        workspace: workspace && toHere(workspace),
        workspaces: workspaces.map(({ slug, name }) => ({ slug, name })),
        visitor,
        accountId,
        formToken,
        due,
        firstData: first.answers,
      },
    },
  }
}

const shownAs = (route?: ConsoleRoute) =>
  route ? { status: 200, title: route.title, view: route.id } : { status: 404, title: "Page not found" }

/** The first read of a path with an id is of the thing itself. The others are for filters and panels. */
function isThere({ params }: Here, thing: Read | undefined, missing: readonly Read[]): boolean {
  return Object.keys(params).length === 0 || thing === undefined || !missing.includes(thing)
}

async function signedIn(visit: Visit): Promise<Pick<ConsoleData["island"], "visitor" | "accountId">> {
  const visitor = await visitorOf(visit)
  if (!visitor || visit.caller.kind !== "person") throw new Error("The console is for people who are signed in.")
  return { visitor, accountId: visit.caller.accountId }
}

const toHere = ({ slug, name, logoPath, role, followsFrom }: WorkspaceHere): WorkspaceHere => {
  return { slug, name, logoPath, role, followsFrom }
}

/**
 * Redirects a former address to the present one, and the visitor's workspace in the trash to the page that restores it.
 * @throws LeadsOn, and the errors of `getOwnWorkspace`.
 */
async function openWorkspace(visit: Visit) {
  const { app, path, params } = visit
  const asked = params.workspace ?? ""
  try {
    const caller = inWorkspace(visit)
    // Read first: the live stream reports every later change to the page.
    const { seq: followsFrom } = await perform({ app, caller }, getHead, {})
    const workspace = await perform({ app, caller }, getOwnWorkspace, {})
    if (workspace.slug !== asked) throw new LeadsOn(`/${workspace.slug}${path.slice(asked.length + 1)}`)
    return { ...workspace, followsFrom }
  } catch (error) {
    if (!(error instanceof LeadsOn) && (await isInTrash(visit, asked))) throw new LeadsOn("/workspaces/trash")
    throw error
  }
}

async function isInTrash({ app, caller }: Visit, slug: string): Promise<boolean> {
  const { items } = await perform({ app, caller }, listTrashedWorkspaces, {})
  return items.some((item) => item.slug === slug)
}
