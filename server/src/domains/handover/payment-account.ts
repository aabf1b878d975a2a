import type { Account } from "#adapters/payments/port.ts"
import type { Outside, Reading } from "#kernel/context.ts"
import type { Keyring } from "#kernel/keyring.ts"
import { findActiveAccountRow, findPaymentAccountRow, type PaymentAccountRow } from "./payment-account-store.ts"

type Cx = Reading & Pick<Outside, "keyring">

/** The processor account that a workspace's next sale is charged on: its own, or else the installation's. */
export async function accountFor(cx: Cx, workspaceId: string): Promise<Account> {
  const row = await findActiveAccountRow(cx, workspaceId)
  return (row && toAccount(cx.keyring, row)) ?? { id: "installation" }
}

/**
 * The processor account that a purchase was charged on or that a webhook names; one that was replaced is still found,
 * because its sales can still be refunded. Undefined when there is none, or none yet that can have sold anything.
 */
export async function findPaymentAccount(cx: Cx, id: string): Promise<Account | undefined> {
  if (id === "installation") return { id }
  // PostgreSQL takes no NUL in a text, and no id of ours has one.
  const row = /^\w+$/.test(id) ? await findPaymentAccountRow(cx, id) : undefined
  return row && toAccount(cx.keyring, row)
}

/** Tells whether what was charged on an account (a purchase's `payment_account`) was real money. */
export async function movesMoney(cx: Cx & Pick<Outside, "payments">, id: string | null): Promise<boolean> {
  const account = id === null ? undefined : await findPaymentAccount(cx, id)
  return account !== undefined && cx.payments.isLive(account)
}

/** Seals one key of an account: `field` and the account's id are bound to it. */
export function sealKey(keyring: Keyring, id: string, field: "secret" | "webhook", key: string): string {
  return keyring.seal("payment-account", place(id, field), key)
}

function toAccount(keyring: Keyring, row: PaymentAccountRow): Account | undefined {
  // Without its webhook secret an account must not be found: a webhook signed with nothing would pass.
  if (row.webhook_secret_sealed === null) return undefined
  const open = (field: "secret" | "webhook", sealed: string) =>
    keyring.open("payment-account", place(row.id, field), sealed)
  return {
    id: row.id,
    secretKey: open("secret", row.secret_key_sealed),
    publishableKey: row.publishable_key,
    webhookSecret: open("webhook", row.webhook_secret_sealed),
  }
}

const place = (id: string, field: string) => `payment_accounts/${field}/${id}`
