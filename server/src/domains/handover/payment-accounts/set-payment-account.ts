import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member } from "#access/caller.ts"
import type { Inside } from "#access/context.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { invalidInput, ServiceError } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { newId } from "#kernel/ids.ts"
import { modeOfKey } from "#kernel/key-mode.ts"
import { notYourAccount, ownPaymentAccount, toOwnPaymentAccount } from "./own-payment-account.ts"
import { sealKey } from "./payment-account.ts"
import {
  disablePaymentAccountRow,
  type PaymentAccountRow,
  putPaymentAccountRow,
  takePaymentAccountRows,
} from "./payment-account-store.ts"

const key = (kinds: string, fault: string) => z.string().regex(new RegExp(`^(${kinds})_(test|live)_\\w{8,250}$`), fault)

const input = z.object({
  id: idInput.optional().describe("The account whose keys are new; left out, the keys are another account's."),
  secretKey: key("sk|rk", "is not a key that begins with sk_ or rk_")
    .optional()
    .describe("Stripe's secret or restricted key."),
  publishableKey: key("pk", "is not a key that begins with pk_").optional().describe("Stripe's publishable key."),
  webhookSecret: z
    .string()
    .regex(/^whsec_[\w+/=]{8,250}$/, "is not a webhook's signing secret")
    .optional()
    .describe("The signing secret of the webhook that was made for `webhookUrl`."),
})

/**
 * Stores the workspace's own Stripe keys, sealed, in two steps, because Stripe issues the webhook's secret only for a
 * known address. First send the secret and the publishable key, which returns `webhookUrl`. Then send `id` and the
 * webhook secret. From then on sales are charged on that account, and the previous one is disabled. Keys with an `id`
 * replace the old keys of that account. Admins may, since it is about money.
 */
export const setPaymentAccount = workspaceAction({
  scope: "console",
  role: "admin",
  changes: ["payment-accounts"],
  input,
  output: ownPaymentAccount,
  async run(cx, keys) {
    const { addresses, keyring } = cx
    const stored = await cx.atomically(async (cx) => {
      const present = await takePaymentAccountRows(cx)
      const before = keys.id === undefined ? undefined : present.find((row) => row.id === keys.id)
      if (keys.id !== undefined && !before) throw notYourAccount()
      const base = before ?? { ...unfilled, id: newId("processor"), workspace_id: cx.workspaceId, created_at: cx.now() }
      const row = fill(base, keys, (field, text) => sealKey(keyring, { id: base.id, field }, text))
      await disableReplaced(cx, present, row)
      await putPaymentAccountRow(cx, row)
      return { account: toOwnPaymentAccount(addresses, row), reason: before ? "new_keys" : "added" }
    })
    const { accountId, workspaceId, network } = cx
    recordSecurityEvent(cx, "payment_account_changed", { accountId, workspaceId, reason: stored.reason, network })
    return stored.account
  },
})

const unfilled = { secret_key_sealed: "", publishable_key: "", webhook_secret_sealed: null, disabled_at: null }

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
    webhook_secret_sealed: webhookSecret ? seal("webhook", webhookSecret) : row.webhook_secret_sealed,
  }
}

/** Disables the account that is replaced: the active one by a complete one, a waiting one by another waiting one. */
async function disableReplaced(cx: Inside & Member, present: PaymentAccountRow[], row: PaymentAccountRow) {
  const isWaiting = row.webhook_secret_sealed === null
  for (const other of present) {
    const isReplaced = isWaiting === (other.webhook_secret_sealed === null)
    if (other.id !== row.id && isReplaced) await disablePaymentAccountRow(cx, other.id)
  }
}

const bothKeys = () =>
  invalidInput(
    "A new payment account needs `secretKey` and `publishableKey`.",
    "Copy both from Stripe's dashboard, under API keys.",
  )

const mixedModes = () =>
  new ServiceError("conflict", "Live keys and test keys do not belong to one account.", {
    hint: "Send keys of one mode; for the other mode set a new account, without `id`.",
  })
