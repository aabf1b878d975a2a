import type { Caller } from "#access/caller.ts"
import { type App, perform } from "#access/perform.ts"
import { type AreaId, consoleAreas } from "#contract/console/areas.ts"
import type { ConsoleRoute, FirstData, Here, Read } from "#contract/console/route.ts"
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
      const [first] = await firstData(app, caller, reads({ ...here, params: {}, search: {} }).slice(0, 1))
      return (first?.[1] as { items?: unknown[] } | undefined)?.items ?? []
    }),
  )
  return seldom.filter((_, at) => (answers[at]?.length ?? 0) > 0).map(({ id }) => id)
}

/** Leaves out a refused read: the page repeats it and shows the refusal in its place. */
export async function firstData(app: App, caller: Caller, reads: readonly Read[]): Promise<FirstData> {
  const asked = reads.map(async (read) => {
    const action = await actionOf(consoleActions[read.name as keyof ConsoleActions])
    return [read, await perform({ app, caller }, action, read.input)] as const
  })
  const answers = await Promise.allSettled(asked)
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []))
}
