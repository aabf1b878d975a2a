import type { Context, Inside } from "#access/context.ts"
import { type Hook, ProcessorError } from "#adapters/payments/port.ts"
import { noteChange } from "#changes/note-change.ts"
import { enqueue } from "#jobs/job-store.ts"
import { noteHookMade } from "../events/index.ts"
import { hookBase } from "./hook-base.ts"
import { claimHook, updateHook } from "./hook-row-store.ts"
import { noteProcessorAccountFault } from "./note-processor-account-fault.ts"
import { sealKey, unsealKeys } from "./payment-account.ts"
import {
  disableReplaced,
  enqueueHookRemoval,
  findPaymentAccountRow,
  type PaymentAccountRow,
  takePaymentAccountRows,
} from "./payment-account-store.ts"
import type { HookFault } from "./processor-account-words.ts"

/** Delay before a try without a response is repeated. */
const againMs = 60_000

/** Makes the webhook of an account that has none, or whose webhook points to a former address of this service. */
export async function keepHook(cx: Context, processorAccount: string): Promise<void> {
  const row = await findPaymentAccountRow(cx, processorAccount)
  if (!row) return
  const isMoved = row.hook_id !== null && row.hook_base !== hookBase(cx)
  if (isMoved || row.webhook_secret_sealed === null || row.hook_fault === "no-answer")
    await makeHook(cx, processorAccount)
}

/**
 * Makes a processor account's webhook and stores its secret: from then on the account can be charged. False while
 * another try runs. Without a response a job tries again after a minute.
 */
export async function makeHook(cx: Context, processorAccount: string): Promise<boolean> {
  const row = await cx.atomically((cx) => claimHook(cx, processorAccount))
  if (!row) return false
  const made = await askForHook(cx, row)
  await cx.atomically((cx) => keep(cx, { row, made }))
  return true
}

type Made = HookFault | { hook_id: string; hook_base: string; webhook_secret_sealed: string }

async function askForHook(cx: Context, row: PaymentAccountRow): Promise<Made> {
  const base = hookBase(cx)
  try {
    const answer = await cx.payments.makeHook(unsealKeys(cx.keyring, row), `${base}/${row.id}`)
    if ("refused" in answer) return answer.refused
    return { hook_id: answer.id, hook_base: base, webhook_secret_sealed: sealSecret(cx, row, answer) }
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    cx.log.warn({ account: row.id, outcome: error.outcome }, "An account's webhook was not made.")
    await noteProcessorAccountFault(cx, row.id, error)
    return "no-answer"
  }
}

const sealSecret = ({ keyring }: Context, { id }: PaymentAccountRow, { secret }: Hook) =>
  sealKey(keyring, { id, field: "webhook" }, secret)

/** Records the result of a try. If the processor account was removed meanwhile, its new webhook is removed, too. */
async function keep(cx: Inside, { row, made }: { row: PaymentAccountRow; made: Made }): Promise<void> {
  const { id, workspace_id: workspaceId } = row
  const present = await takePaymentAccountRows({ ...cx, workspaceId })
  noteChange(cx, { workspaceId, kind: "payment-accounts" })
  if (!present.some((paymentAccount) => paymentAccount.id === id)) return enqueueHookRemoval(cx, id)
  if (typeof made !== "string") {
    await disableReplaced({ ...cx, workspaceId }, present, { ...row, ...made })
    await updateHook(cx, id, { ...made, hook_fault: null, hook_made_at: cx.now() })
    await noteHookMade(cx, id)
    noteChange(cx, { workspaceId, kind: "offers" })
    return
  }
  await updateHook(cx, id, { hook_fault: made })
  if (made !== "no-answer") return
  const runAt = cx.now() + againMs
  await enqueue(cx, "poll-account", { payload: { processorAccount: id }, runAt, dedupeKey: `poll:${id}` })
}
