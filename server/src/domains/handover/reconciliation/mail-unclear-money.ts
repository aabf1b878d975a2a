import type { Context } from "#access/context.ts"
import { consoleUrl } from "#access/workspace-store.ts"
import { formatAmount } from "#contract/currencies.ts"
import { type Letter, type MailReader, mailsEachReader, operatorReaders } from "#domains/mails/index.ts"
import { sentenceOf } from "#domains/notifications/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { listOwnerAddresses } from "../deliveries/index.ts"
import { listEntriesToMail, markEntriesMailed, type UnclearMoney } from "../payments/index.ts"

/** Mails all unclear money not mailed before. */
export const mailUnclearMoney = mailsEachReader("mail-unclear-money", async (cx, { workspaceId, at }) => {
  const entries = await listEntriesToMail(cx, workspaceId, at)
  const [first, last] = [entries[0], entries.at(-1)]
  const readers = first ? await readersOf(cx, workspaceId) : []
  if (!first || !last || readers.length === 0) return undefined
  return {
    ...{ id: `unclear-${first.id}-${last.id}`, about: workspaceId ?? first.id, workspaceId, readers },
    write: async () => {
      const url =
        workspaceId === null
          ? `${cx.addresses.base}/operator/money`
          : await consoleUrl(cx, workspaceId, "/unclear-money")
      return letterOf(cx, entries, url)
    },
    mark: (cx, at) => markEntriesMailed(cx, entries, { isOperators: workspaceId === null, at }),
  }
})

async function readersOf(cx: Context, workspaceId: WorkspaceId | null): Promise<readonly MailReader[]> {
  if (workspaceId !== null) return listOwnerAddresses(cx, workspaceId)
  const readers = operatorReaders(cx)
  if (readers.length === 0) cx.log.error({}, "There is a payment issue, and SVC_OPERATORS contains no address to mail.")
  return readers
}

function letterOf(cx: Context, entries: readonly UnclearMoney[], url: string | undefined): Letter {
  return {
    subject: sentenceOf({ happening: "money_unclear", words: "[]", count: entries.length }),
    paragraphs: [
      "We could neither deliver a purchase for the payment nor refund it.",
      "Look up each payment at your payment provider. Then deliver it, refund it, or mark it as settled elsewhere.",
    ],
    facts: [],
    list: { things: entries.map(factsOf), inAll: entries.length },
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
