import type { QueryClient } from "@tanstack/react-query"
import { consoleAreas } from "../../../../server/src/contract/console/areas.ts"
import type { ConsoleRoute, Role } from "../../../../server/src/contract/console/route.ts"
import { Follower } from "../../live/follower.ts"
import type { Changed } from "../../live/stream.ts"
import { ask, listOf, type ReadName, readOf } from "../ask.ts"
import { leaveIfGone, whenGone } from "../gone.ts"
import { here, mayAs, updateHere } from "../here.ts"
import { whenAnswered } from "../own-changes.ts"
import { roleNames } from "../roles.ts"
import { toast } from "../ui/toast.ts"
import { openRefetcher, type Stale } from "./refetch.ts"
import { namesShowing } from "./shown-by.ts"
import { noteStanding } from "./standing.ts"

/** What comes close together is asked for together; and the answer to a change of the page's own is here by then. */
const gatherMs = 120

/** Has the pages of a workspace show what changes in it, whoever changes it. Called once, when the console begins. */
export function startLive(queries: QueryClient): void {
  const { workspace, visitor } = here()
  if (!workspace) return
  const addStale = openRefetcher(queries, (stale) => void followFrame(queries, stale))
  const follower = new Follower({
    workspace: workspace.slug,
    reader: visitor.email,
    from: workspace.followsFrom,
    onNews({ after, seq, changes }) {
      const kinds = changes === "all" ? changes : changes.filter(isForReader).map(({ kind }) => kind)
      if (kinds.length === 0) return
      const heardAt = performance.now()
      const tell = () => addStale({ names: namesShowing(kinds), since: whenAnswered(after, seq) ?? heardAt })
      setTimeout(tell, gatherMs)
    },
    onStanding: noteStanding,
    // The service says in its own words why this reader is let in no more; a passing fault says nothing.
    onRefused: () => void ask("get-own-workspace", {}).catch(leaveIfGone),
  })
  whenGone(() => follower.close())
}

/** Notifications of others are none of the reader's. */
const isForReader = ({ kind, ref }: Changed) => kind !== "notifications" || ref === null || ref === here().accountId

/** What stands around every page: the workspace's name, what the reader may do, and the pages that are seldom there. */
async function followFrame(queries: QueryClient, { names }: Stale): Promise<void> {
  const isStale = (name: string) => names === undefined || names.has(name)
  try {
    if (isStale("get-own-workspace")) await followWorkspace(queries)
    await Promise.all(seldomRoutes().map((route) => followSeldom(queries, route, isStale)))
  } catch (error) {
    leaveIfGone(error)
  }
}

async function followWorkspace(queries: QueryClient): Promise<void> {
  const { workspace } = here()
  const { name, logoPath, role } = await queries.fetchQuery(fresh(readOf("get-own-workspace", {})))
  if (!workspace) return
  updateHere({ workspace: { ...workspace, name, logoPath, role } })
  if (role === workspace.role) return
  // What was asked for in the former role may be more than the present one is shown.
  queries.removeQueries({ type: "inactive" })
  toast({ tone: "good", title: `Your role is ${roleNames[role as Role]} now.`, text: "This page has changed with it." })
}

function seldomRoutes(): readonly ConsoleRoute[] {
  const { routes }: { routes: readonly ConsoleRoute[] } = consoleAreas[here().area]
  return routes.filter(({ isSeldom, role = "viewer" }) => isSeldom && mayAs(role))
}

async function followSeldom(queries: QueryClient, { id, reads }: ConsoleRoute, isStale: (name: string) => boolean) {
  const [first] = reads({ params: {}, search: {}, role: here().workspace?.role ?? null })
  if (!first || !isStale(first.name)) return
  const list = listOf(first.name as ReadName, first.input as never)
  const { pages } = await queries.fetchInfiniteQuery(fresh(list))
  const isThere = pages.some((page) => ((page as { items?: unknown[] }).items?.length ?? 0) > 0)
  const others = here().due.filter((one) => one !== id)
  updateHere({ due: isThere ? [...others, id] : others })
}

/** What was asked for in the last moment is not asked for again. */
const fresh = <Options extends object>(options: Options) => ({ ...options, staleTime: 500 })
