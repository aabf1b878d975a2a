import type { Inside } from "#access/context.ts"
import { notify } from "#domains/notifications/index.ts"
import { effectsOfRun, type RunTransition, type runTransitions } from "./lifecycle.ts"
import { moveRun, type RunRow } from "./run-store.ts"

/** Work in milliseconds after which the person is assumed to have left the page, and gets a notice. */
const longMs = 30_000

/** The process that has a run names its lease by the `turn`; an action and a process that takes a run name none. */
type Moving<Name extends RunTransition> = Pick<RunRow, "id"> &
  ((typeof runTransitions)[Name]["by"] extends "its process" ? Pick<RunRow, "turn" | "worked_ms"> : unknown)

/**
 * Moves a run along one transition and applies all its effects from the table in `lifecycle.ts`. Returns undefined,
 * with nothing changed, when the run's state or its lease does not allow it.
 */
export async function transitionRun<Name extends RunTransition>(
  cx: Inside,
  name: Name,
  run: Moving<Name>,
): Promise<RunRow | undefined> {
  const moved = await moveRun(cx, name, run)
  if (moved && effectsOfRun(name).tells && moved.worked_ms >= longMs) await tellPerson(cx, moved)
  return moved
}

/** Sends a notice. A page that shows the conversation marks it as read. */
async function tellPerson(cx: Inside, { conversation_id: id, workspace_id, account_id }: RunRow): Promise<void> {
  const notification = { what: "assistant_done", words: [], thing: id, about: id, named: [account_id] } as const
  await notify(cx, { workspaceId: workspace_id, ...notification })
}
