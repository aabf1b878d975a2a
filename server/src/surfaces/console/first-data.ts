import type { Caller } from "#access/context.ts"
import { type App, perform } from "#access/perform.ts"
import { type AreaId, consoleAreas } from "#contract/console/areas.ts"
import type { ConsoleRoute, FirstData, Here, Read } from "#contract/console/route.ts"
import { ServiceError } from "#kernel/error.ts"
import { type ConsoleActions, consoleActions } from "./console-actions.ts"
import { actionOf } from "./console-row.ts"

/** Finds the route of a path below the beginning of its area; undefined when there is none. */
export function findRoute(area: AreaId, path: string): { route: ConsoleRoute; params: Here["params"] } | undefined {
  const parts = path.split("/").filter(Boolean)
  for (const route of consoleAreas[area].routes) {
    const wanted = route.path.split("/").filter(Boolean)
    if (wanted.length !== parts.length) continue
    if (!wanted.every((part, at) => part.startsWith("$") || part === parts[at])) continue
    const named = wanted.flatMap((part, at) => (part.startsWith("$") ? [[part.slice(1), parts[at] ?? ""]] : []))
    return { route, params: Object.fromEntries(named) }
  }
  return undefined
}

/** The ids of an area's rarely shown pages that have content for this caller. */
export async function findDue(
  app: App,
  caller: Caller,
  { area, here }: { area: AreaId; here: Here },
): Promise<string[]> {
  const { routes }: { routes: readonly ConsoleRoute[] } = consoleAreas[area]
  const seldom = routes.filter(({ isSeldom }) => isSeldom)
  const answers = await Promise.all(
    seldom.map(async ({ reads }) => {
      const asked = reads({ ...here, params: {}, search: {} }).slice(0, 1)
      const [first] = (await firstData(app, caller, asked)).answers
      return (first?.[1] as { items?: unknown[] } | undefined)?.items ?? []
    }),
  )
  return seldom.filter((_, at) => (answers[at]?.length ?? 0) > 0).map(({ id }) => id)
}

/**
 * Leaves out a refused read: the page repeats it and shows the refusal in its place. `missing` are the reads of things
 * that do not exist.
 */
export async function firstData(
  app: App,
  caller: Caller,
  reads: readonly Read[],
): Promise<{ answers: FirstData; missing: readonly Read[] }> {
  const asked = reads.map(async (read) => {
    const action = await actionOf(consoleActions[read.name as keyof ConsoleActions])
    return [read, await perform({ app, caller }, action, read.input)] as const
  })
  const settled = await Promise.allSettled(asked)
  const isMissing = (answer?: PromiseSettledResult<unknown>) =>
    answer?.status === "rejected" && answer.reason instanceof ServiceError && answer.reason.code === "not_found"
  return {
    answers: settled.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : [])),
    missing: reads.filter((_, at) => isMissing(settled[at])),
  }
}
