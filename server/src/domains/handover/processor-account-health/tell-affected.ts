import type { Context, Inside } from "#access/context.ts"
import { notify } from "#domains/notifications/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { findPaymentAccountRow } from "../payment-accounts/index.ts"
import { listNamedWorkspaces } from "./named-workspace-store.ts"

export interface Affected {
  workspaces: WorkspaceId[]
}

/** Finds the workspaces that sell on a processor account: its own, or those that SVC_SELLING names. */
export async function findAffected(cx: Context, processorAccount: string): Promise<Affected> {
  if (processorAccount === "installation") {
    const { installation } = cx.selling
    return { workspaces: installation === "everybody" ? [] : await listNamedWorkspaces(cx, installation) }
  }
  const row = await findPaymentAccountRow(cx, processorAccount)
  return { workspaces: row ? [row.workspace_id] : [] }
}

/** Notifies workspaces that an account stopped, or can sell again; the operators, too, if it is the installation's. */
export async function tellAffected(
  cx: Inside,
  { workspaces }: Affected,
  change: { processorAccount: string; state: "ready" | "stopped" },
): Promise<void> {
  const { processorAccount, state } = change
  const what = state === "stopped" ? "account_stopped" : "account_ready"
  for (const workspaceId of workspaces) await notify(cx, { workspaceId, what, thing: processorAccount, words: [] })
  const mailed: (WorkspaceId | null)[] = processorAccount === "installation" ? [null, ...workspaces] : workspaces
  for (const workspaceId of mailed) {
    await enqueue(cx, "mail-payment-account", { payload: { processorAccount, workspaceId, state, at: cx.now() } })
  }
}
