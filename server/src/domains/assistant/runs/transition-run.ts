import type { Inside } from "#access/context.ts"
import { notify } from "#domains/notifications/index.ts"
import { effectsOfRun, type RunTransition } from "./lifecycle.ts"
import { moveRun, type RunRow } from "./run-store.ts"

/** An answer that took this much work, in milliseconds, is not expected to have a person waiting in front of it. */
const longMs = 30_000

/**
 * Moves a run along one transition and applies all that the table in `lifecycle.ts` says of it.
 *
 * @param run its `turn` where the process that has the run does this; `worked_ms` where the caller has measured it.
 * @returns the run as it is now; undefined, with nothing changed, when its state or its lease does not allow it.
 */
export async function transitionRun(
  cx: Inside,
  name: RunTransition,
  run: Pick<RunRow, "id"> & Partial<Pick<RunRow, "turn" | "worked_ms">>,
): Promise<RunRow | undefined> {
  const moved = await moveRun(cx, name, run)
  if (moved && effectsOfRun(name).tells && moved.worked_ms >= longMs) await tellPerson(cx, moved)
  return moved
}

/** A page that shows the conversation marks the notice as read. */
async function tellPerson(cx: Inside, { conversation_id: id, workspace_id, account_id }: RunRow): Promise<void> {
  const told = { what: "assistant_done", words: [], thing: id, about: id, named: [account_id] } as const
  await notify(cx, { workspaceId: workspace_id, ...told })
}
