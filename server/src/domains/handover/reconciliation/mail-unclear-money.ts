import type { Context } from "#access/context.ts"
import { formatAmount } from "#contract/currencies.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { type Letter, writeLetter } from "#kernel/letter.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { listOwnerAddresses } from "../deliveries/index.ts"
import { listUnmailedEntries, markEntriesMailed, type UnclearMoney } from "../payments/index.ts"

/** Mails all unclear money not mailed before. A retry sends the same message under the same id. */
export async function mailUnclearMoney(cx: Context, { workspaceId }: JobPayloads["mail-unclear-money"]): Promise<void> {
  const entries = await listUnmailedEntries(cx, workspaceId)
  const [first, last] = [entries[0], entries.at(-1)]
  if (!first || !last) return
  const letter = writeLetter(letterOf(cx, entries), cx.brandName)
  const readers = await readersOf(cx, workspaceId)
  for (const { id, email } of readers) {
    await cx.mail.send({ id: `unclear-${first.id}-${last.id}-${id}`, to: email, ...letter })
  }
  if (readers.length === 0) return
  await cx.atomically((cx) =>
    markEntriesMailed(cx, entries, workspaceId === null ? "operator_mailed_at" : "seller_mailed_at"),
  )
}

async function readersOf(cx: Context, workspaceId: WorkspaceId | null): Promise<{ id: string; email: string }[]> {
  if (workspaceId !== null) return listOwnerAddresses(cx, workspaceId)
  const { operators } = cx.admission
  if (operators.length === 0) cx.log.error({}, "Money is unclear, and SVC_OPERATORS contains no address to mail.")
  return operators.map((email, place) => ({ id: `operator${place}`, email }))
}

function letterOf(cx: Context, entries: readonly UnclearMoney[]): Letter {
  const count = entries.length === 1 ? "A payment" : `${entries.length} payments`
  return {
    subject: `${count} to be settled`,
    paragraphs: [
      `${count} could be neither matched with a delivery nor given back. What is listed below is asked about further; what nobody settles stays on the list.`,
      "Look each one up at the payment processor. Then hand it over anyway, have it given back, or mark it as settled elsewhere.",
    ],
    facts: entries.flatMap(factsOf),
    notes: [`Sent by ${cx.brandName}.`],
  }
}

function factsOf(entry: UnclearMoney): [string, string][] {
  const facts: [string, string | null][] = [
    ["Amount", amountOf(entry)],
    ["What is unclear", entry.reason],
    ["Buyer", entry.buyer_email],
    ["Purchase", entry.purchase_id],
    ["Charge", entry.payment_id ?? entry.checkout_session_id],
  ]
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value] as [string, string]]))
}

/** The amount as text. The processor may have named a currency that does not exist. */
function amountOf({ amount_cents, currency }: UnclearMoney): string {
  return /^[a-z]{3}$/.test(currency) ? formatAmount(amount_cents, currency) : `${amount_cents} (${currency})`
}
