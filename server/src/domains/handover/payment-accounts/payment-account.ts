import type { Outside, Reading } from "#access/context.ts"
import type { ProcessorAccount, ProcessorAccountKeys } from "#adapters/payments/port.ts"
import type { Keyring } from "#kernel/keyring.ts"
import { sealedColumn } from "#storage/sealed-column.ts"
import { must } from "../must.ts"
import { findPaymentAccountRow, type PaymentAccountRow } from "./payment-account-store.ts"
import { findProcessorRow } from "./processor-account-store.ts"

type Cx = Reading & Pick<Outside, "keyring" | "payments">

/** The processor account that a new sale is charged on, and its id at the processor, which the purchase stores. */
export async function openSeller(
  cx: Cx,
  id: string,
): Promise<{ processorAccount: ProcessorAccount; processorId: string | null }> {
  const processorAccount = await findPaymentAccount(cx, id)
  must(processorAccount !== undefined, "An account that may sell is complete.")
  return { processorAccount, processorId: (await findProcessorRow(cx, id))?.processor_id ?? null }
}

/** Includes replaced processor accounts, whose sales can still be refunded. Undefined for incomplete ones. */
export async function findPaymentAccount(cx: Cx, id: string): Promise<ProcessorAccount | undefined> {
  if (id === "installation") return cx.payments.hasInstallation ? { id } : undefined
  // PostgreSQL accepts no NUL in a text.
  const row = /^\w+$/.test(id) ? await findPaymentAccountRow(cx, id) : undefined
  return row && toProcessorAccount(cx.keyring, row)
}

/** The keys of a processor account that is to be checked, complete or not. */
export async function findProcessorAccountKeys(
  cx: Cx,
  id: string,
): Promise<{ id: "installation" } | ProcessorAccountKeys | undefined> {
  if (id === "installation") return cx.payments.hasInstallation ? { id } : undefined
  const row = await findPaymentAccountRow(cx, id)
  return row && unsealKeys(cx.keyring, row)
}

export async function movesMoney(cx: Cx, id: string | null): Promise<boolean> {
  const processorAccount = id === null ? undefined : await findPaymentAccount(cx, id)
  return processorAccount !== undefined && cx.payments.isLive(processorAccount)
}

type Field = "secret" | "webhook"

const ofAccount = { table: "payment_accounts", purpose: "payment-account" } as const

export const sealedKeys = {
  secret: sealedColumn({ ...ofAccount, field: "secret", column: "secret_key_sealed" }),
  webhook: sealedColumn({ ...ofAccount, field: "webhook", column: "webhook_secret_sealed" }),
}

/** Seals one key of a processor account, bound to `field` and the account's id. */
export function sealKey(keyring: Keyring, { id, field }: { id: string; field: Field }, key: string): string {
  const { purpose, place } = sealedKeys[field]
  return keyring.seal(purpose, place(id), key)
}

function toProcessorAccount(keyring: Keyring, row: PaymentAccountRow): ProcessorAccount | undefined {
  // An account without its webhook secret must not be found: webhooks signed with an empty secret would be accepted.
  if (row.webhook_secret_sealed === null) return undefined
  return {
    ...unsealKeys(keyring, row),
    webhookSecret: unsealKey(keyring, row, { field: "webhook", sealed: row.webhook_secret_sealed }),
  }
}

/** Unseals the keys of an account, complete or not. Use them only to check the account or to manage its webhook. */
export function unsealKeys(keyring: Keyring, row: PaymentAccountRow): ProcessorAccountKeys {
  const secretKey = unsealKey(keyring, row, { field: "secret", sealed: row.secret_key_sealed })
  return { id: row.id, secretKey, publishableKey: row.publishable_key }
}

function unsealKey(keyring: Keyring, { id }: PaymentAccountRow, { field, sealed }: { field: Field; sealed: string }) {
  const { purpose, place } = sealedKeys[field]
  return keyring.unseal(purpose, place(id), sealed)
}
