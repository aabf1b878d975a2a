import type { QueryClient } from "@tanstack/react-query"
import { consoleAreas } from "../../../../server/src/contract/console/areas.ts"
import type { ConsoleRoute, Role } from "../../../../server/src/contract/console/route.ts"
import { roleWords } from "../../../../server/src/contract/words.ts"
import { Follower } from "../../live/follower.ts"
import type { Changed } from "../../live/stream.ts"
import { pagesOf, readOf } from "../ask.ts"
import { ask, type ReadName } from "../calls.ts"
import { here, mayAs, updateHere } from "../console-data.ts"
import { endIfRefused, whenConsoleEnds } from "../console-end.ts"
import { whenAnswered } from "../own-changes.ts"
import { toast } from "../toast.ts"
import { openRefetcher, type Stale } from "./refetch.ts"
import { namesShowing } from "./shown-by.ts"
import { noteStanding } from "./standing.ts"

/** Batches events that arrive together, and gives the answer to an own change time to arrive. */
const gatherMs = 120

/** Follows the workspace's changes and refetches what they make stale. Call it once, at the start of the console. */
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
    // A plain read returns the refusal's message; a temporary failure is ignored.
    onRefused: () => void ask("get-own-workspace", {}).catch(endIfRefused),
  })
  whenConsoleEnds(() => follower.close())
}

/** Ignores other accounts' notifications. */
const isForReader = ({ kind, ref }: Changed) => kind !== "notifications" || ref === null || ref === here().accountId

/** Updates what surrounds every page: the workspace's name, the reader's role, and the seldom pages. */
async function followFrame(queries: QueryClient, { names }: Stale): Promise<void> {
  const isStale = (name: string) => names === undefined || names.has(name)
  try {
    if (isStale("get-own-workspace")) await followWorkspace(queries)
    await Promise.all(seldomRoutes().map((route) => followSeldom(queries, route, isStale)))
  } catch (error) {
    endIfRefused(error)
  }
}

async function followWorkspace(queries: QueryClient): Promise<void> {
  const { workspace } = here()
  const { name, logoPath, role } = await queries.fetchQuery(fresh(readOf("get-own-workspace", {})))
  if (!workspace) return
  updateHere({ workspace: { ...workspace, name, logoPath, role } })
  if (role === workspace.role) return
  // Cached answers may contain more than the new role may read.
  queries.removeQueries({ type: "inactive" })
  toast({ title: `Your role is now ${roleWords[role as Role]}` })
}

function seldomRoutes(): readonly ConsoleRoute[] {
  const { routes }: { routes: readonly ConsoleRoute[] } = consoleAreas[here().area]
  return routes.filter(({ isSeldom, role = "viewer" }) => isSeldom && mayAs(role))
}

async function followSeldom(queries: QueryClient, { id, reads }: ConsoleRoute, isStale: (name: string) => boolean) {
  const [first] = reads({ params: {}, search: {}, role: here().workspace?.role ?? null })
  if (!first || !isStale(first.name)) return
  const list = pagesOf(first.name as ReadName, first.input as never)
  const { pages } = await queries.fetchInfiniteQuery(fresh(list))
  const isThere = pages.some((page) => ((page as { items?: unknown[] }).items?.length ?? 0) > 0)
  const others = here().due.filter((one) => one !== id)
  updateHere({ due: isThere ? [...others, id] : others })
}

/** Does not repeat a request from the last half second. */
const fresh = <Options extends object>(options: Options) => ({ ...options, staleTime: 500 })
