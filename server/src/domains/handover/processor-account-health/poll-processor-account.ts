import type { Context, Inside } from "#access/context.ts"
import { type ProcessorAccountState, ProcessorError } from "#adapters/payments/port.ts"
import { noteChange } from "#changes/note-change.ts"
import { notify } from "#domains/notifications/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import { minuteMs } from "#kernel/time/units.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import {
  type FaultCode,
  findPaymentAccountRow,
  findProcessorAccountKeys,
  findProcessorRow,
  keepHook,
  keepPaymentDomain,
  type ProcessorRow,
  updateProcessorRow,
  writeFault,
} from "../payment-accounts/index.ts"
import { transition } from "../payments/index.ts"
import { firstPollMs } from "../purchases/index.ts"
import { listNamedWorkspaces } from "./named-workspace-store.ts"
import { hasUnfinishedSales, listHoldingCheckouts } from "./unfinished-sale-store.ts"

/** Delay until the next check, by the state that this check found. */
const nextMs = { ready: 60 * minuteMs, stopped: 10 * minuteMs } as const

/**
 * Asks the processor about an account and decides whether it can sell. A change of state notifies its sellers
 * once. An account that can sell gets a webhook, if it has none or one with a former address of this service, and the
 * domain of the pay pages.
 */
export async function pollProcessorAccount(cx: Context, { processorAccount }: { processorAccount: string }) {
  const before = await findProcessorRow(cx, processorAccount)
  const keys = await findProcessorAccountKeys(cx, processorAccount)
  if (!keys || !before || before.poll_at === null) return
  const found = await cx.payments.findProcessorAccount(keys).catch((error: unknown) => {
    if (!(error instanceof ProcessorError)) throw error
    cx.log.warn(
      { account: processorAccount, outcome: error.outcome },
      "The processor did not report the state of an account.",
    )
  })
  if (!found) return
  const fault = await judge(cx, before, found)
  const affected = await findAffected(cx, processorAccount)
  await cx.atomically((cx) => record(cx, before, { found, fault, affected }))
  if (fault !== null) return
  await keepHook(cx, processorAccount)
  await keepPaymentDomain(cx, processorAccount)
}

async function judge(cx: Context, before: ProcessorRow, found: ProcessorAccountState): Promise<FaultCode | null> {
  const pinned = before.processor_id
  if (found.fault !== null || pinned === null || found.processorId === null) return found.fault
  if (found.processorId === pinned) return null
  // The operator may change the installation's keys in the settings. Unfinished sales need the former account's keys.
  const isOver = before.processor_account === "installation" && !(await hasUnfinishedSales(cx, "installation", pinned))
  return isOver ? null : "other-account"
}

interface Verdict {
  found: ProcessorAccountState
  fault: FaultCode | null
  affected: readonly WorkspaceId[]
}

async function record(cx: Inside, before: ProcessorRow, { found, fault, affected }: Verdict): Promise<void> {
  const state = fault === null ? "ready" : "stopped"
  const after = await updateProcessorRow(cx, before, {
    state,
    processor_id: fault === null ? (found.processorId ?? before.processor_id) : before.processor_id,
    checked_at: cx.now(),
    poll_at: cx.now() + nextMs[state],
    ...(fault !== null && { fault: writeFault({ code: fault, at: cx.now() }) }),
  })
  if (!after) return
  if (state === "stopped") await freeHolds(cx, before.processor_account)
  if (state === before.state) return
  for (const workspaceId of affected) {
    noteChange(cx, { workspaceId, kind: "payment-accounts" })
    noteChange(cx, { workspaceId, kind: "offers" })
  }
  await tellAffected(cx, affected, { processorAccount: before.processor_account, state })
}

const atOnce = 500

/**
 * Ends the checkouts of a stopped processor account that have no checkout session or an expired one. The processor
 * cannot confirm this, so they are checked again later. A payment that came nevertheless takes a unit, or is refunded.
 */
async function freeHolds(cx: Inside, processorAccount: string): Promise<void> {
  const reason = "The Stripe account can't take payments."
  for (const { id, workspace_id, state } of await listHoldingCheckouts(cx, processorAccount, atOnce)) {
    const name = state === "created" ? "failCreated" : "expire"
    await transition(cx, name, { id, workspace_id, reason, poll_at: cx.now() + firstPollMs })
  }
}

/** Finds the workspaces that sell on a processor account: its own, or those that SVC_SELLING names. */
async function findAffected(cx: Context, processorAccount: string): Promise<WorkspaceId[]> {
  if (processorAccount === "installation") {
    const { installation } = cx.selling
    return installation === "everybody" ? [] : listNamedWorkspaces(cx, installation)
  }
  const row = await findPaymentAccountRow(cx, processorAccount)
  return row ? [row.workspace_id] : []
}

/** Notifies workspaces that an account stopped, or can sell again; the operators, too, if it is the installation's. */
async function tellAffected(
  cx: Inside,
  workspaces: readonly WorkspaceId[],
  change: { processorAccount: string; state: "ready" | "stopped" },
): Promise<void> {
  const { processorAccount, state } = change
  const what = state === "stopped" ? "account_stopped" : "account_ready"
  for (const workspaceId of workspaces) await notify(cx, { workspaceId, what, thing: processorAccount, words: [] })
  const mailed: readonly (WorkspaceId | null)[] =
    processorAccount === "installation" ? [null, ...workspaces] : workspaces
  for (const workspaceId of mailed) {
    await enqueue(cx, "mail-payment-account", { payload: { processorAccount, workspaceId, state, at: cx.now() } })
  }
}
