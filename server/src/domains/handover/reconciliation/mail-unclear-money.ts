import type { Context } from "#access/context.ts"
import { consoleUrl } from "#access/workspace-store.ts"
import { formatAmount } from "#contract/currencies.ts"
import { sentenceOf } from "#domains/notifications/index.ts"
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
  const url =
    workspaceId === null ? `${cx.addresses.base}/operator/money` : await consoleUrl(cx, workspaceId, "/unclear-money")
  const letter = writeLetter(letterOf(cx, entries, url), cx.brandName)
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
  if (operators.length === 0)
    cx.log.error({}, "There is a payment issue, and SVC_OPERATORS contains no address to mail.")
  return operators.map((email, place) => ({ id: `operator${place}`, email }))
}

function letterOf(cx: Context, entries: readonly UnclearMoney[], url: string | undefined): Letter {
  return {
    subject: sentenceOf({ happening: "money_unclear", words: "[]", count: entries.length }),
    paragraphs: [
      "Look up each payment at your payment provider. Then deliver it, refund it, or mark it as settled elsewhere.",
      "We could neither match them with a delivery nor refund them.",
    ],
    facts: entries.flatMap(factsOf),
    button: url === undefined ? undefined : { label: "Review payments", url },
    notes: [`Sent by ${cx.brandName}.`],
  }
}

function factsOf(entry: UnclearMoney): [string, string][] {
  const facts: [string, string | null][] = [
    ["Amount", amountOf(entry)],
    ["Reason", entry.reason],
    ["Buyer", entry.buyer_email],
    ["Purchase ID", entry.purchase_id],
    ["Payment ID", entry.payment_id ?? entry.checkout_session_id],
  ]
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value] as [string, string]]))
}

/** The amount as text. The processor may have named a currency that does not exist. */
function amountOf({ amount_cents, currency }: UnclearMoney): string {
  return /^[a-z]{3}$/.test(currency) ? formatAmount(amount_cents, currency) : `${amount_cents} (${currency})`
}
