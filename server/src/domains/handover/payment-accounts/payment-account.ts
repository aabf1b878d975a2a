import type { Outside, Reading } from "#access/context.ts"
import type { Account } from "#adapters/payments/port.ts"
import type { Keyring } from "#kernel/keyring.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { SealedColumn } from "#storage/sealed-column.ts"
import { findActiveAccountRow, findPaymentAccountRow, type PaymentAccountRow } from "./payment-account-store.ts"

type Cx = Reading & Pick<Outside, "keyring">

/** The processor account that a workspace's next sale is charged on: its own, or else the installation's. */
export async function accountFor(cx: Cx, workspaceId: WorkspaceId): Promise<Account> {
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

type Field = "secret" | "webhook"

const sealedKey = (field: Field, column: string): SealedColumn => ({
  table: "payment_accounts",
  key: "id",
  column,
  purpose: "payment-account",
  place: (id) => `payment_accounts/${field}/${id}`,
})

/** Where an account's keys are sealed. */
export const sealedKeys: Readonly<Record<Field, SealedColumn>> = {
  secret: sealedKey("secret", "secret_key_sealed"),
  webhook: sealedKey("webhook", "webhook_secret_sealed"),
}

/** Seals one key of an account: `field` and the account's id are bound to it. */
export function sealKey(keyring: Keyring, { id, field }: { id: string; field: Field }, key: string): string {
  const { purpose, place } = sealedKeys[field]
  return keyring.seal(purpose, place(id), key)
}

function toAccount(keyring: Keyring, row: PaymentAccountRow): Account | undefined {
  // Without its webhook secret an account must not be found: a webhook signed with nothing would pass.
  if (row.webhook_secret_sealed === null) return undefined
  const open = (field: Field, sealed: string) => {
    const { purpose, place } = sealedKeys[field]
    return keyring.open(purpose, place(row.id), sealed)
  }
  return {
    id: row.id,
    secretKey: open("secret", row.secret_key_sealed),
    publishableKey: row.publishable_key,
    webhookSecret: open("webhook", row.webhook_secret_sealed),
  }
}
