import type { Inside, Member } from "#access/context.ts"
import { conflict } from "#kernel/error.ts"
import { newOrderedId } from "#kernel/ids.ts"
import { mostRuns } from "./limits.ts"
import { findOpenRun, insertRun, lockAndCountOpenRuns, type RunRow } from "./run-store.ts"

export async function beginRun(cx: Inside & Member, run: Pick<RunRow, "conversation_id" | "kind">): Promise<void> {
  await checkRuns(cx, cx.accountId)
  const { workspaceId: workspace_id, accountId: account_id } = cx
  await insertRun(cx, { id: newOrderedId("run", cx.now()), workspace_id, account_id, ...run })
}

/** Call it in the transaction that starts or resumes a run. Throws `conflict` when `mostRuns` runs are at work. */
export async function checkRuns(cx: Inside, accountId: string): Promise<void> {
  if ((await lockAndCountOpenRuns(cx, accountId)) >= mostRuns) throw tooManyRuns()
}

export async function checkQuiet(cx: Inside, conversationId: string): Promise<void> {
  if (await findOpenRun(cx, conversationId)) throw stillRunning()
}

const tooManyRuns = () => conflict("You have 5 conversations in progress.", "Wait or stop one of them.")

const stillRunning = () => conflict("The assistant is still working or waiting for you.", "Wait or stop it first.")
