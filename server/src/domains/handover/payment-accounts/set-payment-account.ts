import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Context } from "#access/context.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { ProcessorError } from "#adapters/payments/port.ts"
import { conflict, invalidInput, upstreamError } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { newId } from "#kernel/ids.ts"
import { modeOfKey } from "#kernel/key-mode.ts"
import { hourMs } from "#kernel/time/units.ts"
import { keepPaymentDomain } from "./keep-payment-domain.ts"
import { makeHook } from "./make-hook.ts"
import { notYourPaymentAccount, ownPaymentAccount } from "./own-payment-account.ts"
import { sealKey } from "./payment-account.ts"
import {
  disableReplaced,
  enqueueHookRemoval,
  type PaymentAccountRow,
  putPaymentAccountRow,
  takePaymentAccountRows,
} from "./payment-account-store.ts"
import { listProcessorRows, type ProcessorRow, putProcessorRow } from "./processor-account-store.ts"
import { type FaultCode, faultWords, writeFault } from "./processor-account-words.ts"
import { showPaymentAccount } from "./show-payment-accounts.ts"

const key = (kinds: string, fault: string) => z.string().regex(new RegExp(`^(${kinds})_(test|live)_\\w{8,250}$`), fault)

const input = z.object({
  id: idInput.optional().describe("The account whose keys are new; left out, the keys are another account's."),
  secretKey: key("sk|rk", "must start with sk_ or rk_").optional().describe("Stripe's secret or restricted key."),
  publishableKey: key("pk", "must start with pk_").optional().describe("Stripe's publishable key."),
  webhookSecret: z
    .string()
    .regex(/^whsec_[\w+/=]{8,250}$/, "must start with whsec_")
    .optional()
    .describe("The signing secret of a webhook that its seller made for `webhookUrl`."),
})

/**
 * Stores the workspace's own Stripe keys, sealed, and makes the webhook. From then on sales are charged on that
 * account, and the previous one is disabled. If the key may not make webhooks, the processor account waits: the seller
 * makes one for `webhookUrl`, and sends `id` and its secret. Keys with an `id` replace those of that same account.
 */
export const setPaymentAccount = workspaceAction("admin", "console", {
  changes: ["payment-accounts"],
  input,
  output: ownPaymentAccount,
  async run(cx, keys) {
    const { keyring } = cx
    const newPaymentAccountId = newId("processor")
    const found = await checkKeys(cx, keys.id ?? newPaymentAccountId, keys)
    const stored = await cx.atomically(async (cx) => {
      const present = await takePaymentAccountRows(cx)
      const processors = await listProcessorRows(
        cx,
        present.map(({ id }) => id),
      )
      const before = findBefore({ present, processors }, keys, found)
      if (keys.id !== undefined && !before) throw notYourPaymentAccount()
      const base = before ?? {
        ...unfilled,
        id: newPaymentAccountId,
        workspace_id: cx.workspaceId,
        created_at: cx.now(),
      }
      const row = fill(base, keys, (field, text) => sealKey(keyring, { id: base.id, field }, text))
      await disableReplaced(cx, present, row)
      await putPaymentAccountRow(cx, row)
      const known = processors.find(({ processor_account }) => processor_account === row.id)
      if (found) await putProcessorRow(cx, pin(known, { processorAccount: row.id, found, now: cx.now() }))
      if (keys.webhookSecret !== undefined && base.hook_tried_at !== null) await enqueueHookRemoval(cx, row.id)
      return { id: row.id, isWaiting: row.webhook_secret_sealed === null, reason: before ? "new_keys" : "added" }
    })
    if (stored.isWaiting) await makeHook(cx, stored.id)
    if (keys.secretKey !== undefined) await keepPaymentDomain(cx, stored.id)
    const { accountId, workspaceId, network } = cx
    recordSecurityEvent(cx, "payment_account_changed", { accountId, workspaceId, reason: stored.reason, network })
    return showPaymentAccount(cx, stored.id)
  },
})

/** Asks the processor about a new secret key. Refuses a key that could not sell, or does not reveal its account. */
async function checkKeys(cx: Context, id: string, { secretKey, publishableKey = "" }: Keys) {
  if (secretKey === undefined) return undefined
  const found = await cx.payments.findProcessorAccount({ id, secretKey, publishableKey }).catch((error: unknown) => {
    throw error instanceof ProcessorError ? upstreamError("Stripe", error) : error
  })
  // A processor account that may not take payments yet is stored: once it may, no new keys are needed.
  if (found.fault !== null && found.fault !== "cannot-charge") throw keysRefused(found.fault)
  if (found.processorId === null) throw keysRefused("right-missing")
  return { fault: found.fault, processorId: found.processorId }
}

type Found = NonNullable<Awaited<ReturnType<typeof checkKeys>>>

/**
 * Finds the processor account of these keys: the named one, or else the one with the same id at the processor in the
 * same mode. Throws 409 when the named one is another account at the processor.
 */
function findBefore(
  { present, processors }: { present: PaymentAccountRow[]; processors: ProcessorRow[] },
  { id, publishableKey }: Keys,
  found: Found | undefined,
): PaymentAccountRow | undefined {
  const pinOf = (row: PaymentAccountRow) =>
    processors.find(({ processor_account }) => processor_account === row.id)?.processor_id ?? null
  if (id !== undefined) {
    const named = present.find((row) => row.id === id)
    const pinned = named ? pinOf(named) : null
    if (found && pinned !== null && pinned !== found.processorId) throw keysRefused("other-account")
    return named
  }
  const mode = modeOfKey(publishableKey ?? "")
  return present.find((row) => pinOf(row) === found?.processorId && modeOfKey(row.publishable_key) === mode)
}

function pin(
  known: ProcessorRow | undefined,
  { processorAccount, found, now }: { processorAccount: string; found: Found; now: number },
): ProcessorRow {
  return {
    processor_account: processorAccount,
    state: found.fault === null ? "ready" : "stopped",
    processor_id: found.processorId,
    fault: found.fault === null ? (known?.fault ?? null) : writeFault({ code: found.fault, at: now }),
    payment_domain: null,
    checked_at: now,
    poll_at: now + (found.fault === null ? hourMs : 0),
  }
}

const keysRefused = (code: FaultCode) => conflict(faultWords[code].message, faultWords[code].hint)

const noHook = { hook_id: null, hook_base: null, hook_fault: null }

const unfilled = {
  ...{ secret_key_sealed: "", publishable_key: "", webhook_secret_sealed: null, disabled_at: null },
  ...{ ...noHook, hook_made_at: null, hook_tried_at: null, hook_lease_until: null },
}

type Keys = z.output<typeof input>

function fill(
  row: PaymentAccountRow,
  { secretKey, publishableKey, webhookSecret }: Keys,
  seal: (field: "secret" | "webhook", text: string) => string,
): PaymentAccountRow {
  if (row.publishable_key === "" && !(secretKey && publishableKey)) throw bothKeys()
  const publishable = publishableKey ?? row.publishable_key
  // The row's secret key is sealed, but its publishable key has the same mode.
  const modes = [publishable, secretKey, webhookSecret, row.publishable_key].map((key) => modeOfKey(key ?? ""))
  if (modes.includes("live") && modes.includes("test")) throw mixedModes()
  return {
    ...row,
    publishable_key: publishable,
    secret_key_sealed: secretKey ? seal("secret", secretKey) : row.secret_key_sealed,
    ...(webhookSecret && { ...noHook, webhook_secret_sealed: seal("webhook", webhookSecret) }),
  }
}

const bothKeys = () =>
  invalidInput(
    "Enter both the publishable key and the secret key.",
    "Copy them from Stripe under Developers, API keys.",
  )

const mixedModes = () =>
  conflict("Live and test keys can't be mixed.", "Enter keys of one mode. To switch modes, change the Stripe account.")
