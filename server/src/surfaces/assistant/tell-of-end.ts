import type { Inside } from "#access/context.ts"
import type { RunRow } from "#domains/assistant/on-demand.ts"
import { notify } from "#domains/notifications/index.ts"

/** Nobody is expected to have waited in front of an answer that took so much work, in milliseconds. */
const longMs = 30_000

/** Tells a person that an answer is there that took long. A page that shows the conversation has the line read. */
export async function tellOfEnd(cx: Inside, run: RunRow): Promise<void> {
  if (run.worked_ms < longMs || run.state === "stopped") return
  const { conversation_id: id, workspace_id: workspaceId, account_id } = run
  await notify(cx, { workspaceId, what: "assistant_done", words: [], thing: id, about: id, named: [account_id] })
}
