import type { Context } from "#access/context.ts"
import { consoleUrl } from "#access/workspace-store.ts"
import { formatAmount } from "#contract/currencies.ts"
import { type Letter, mailsEachReader } from "#domains/mails/index.ts"
import { listMailReaders } from "#domains/notifications/index.ts"
import { cleanText } from "#kernel/clean-text.ts"
import { utcTime } from "#kernel/time/days.ts"
import { readSnapshot } from "../offers/index.ts"
import {
  type CollectedSale,
  type CollectedWindow,
  closeWindow,
  countCollected,
  listCollected,
  markDigestSent,
} from "../purchases/index.ts"
import { singleMails } from "./tell-sale.ts"

const namedAtMost = 100
const longestTitle = 60

export const mailSales = mailsEachReader("mail-sales", async (cx, { workspaceId, windowAt, at }) => {
  if (at === undefined) await cx.atomically((cx) => closeWindow(cx, workspaceId, windowAt))
  const digest = { workspaceId, windowAt, at }
  const sales = await listCollected(cx, digest, namedAtMost)
  if (sales.length === 0) return undefined
  return {
    ...{ id: `sales-${workspaceId}-${windowAt}-${at}`, about: workspaceId, workspaceId },
    readers: await listMailReaders(cx, { workspaceId, happening: "sold" }),
    write: () => writeDigest(cx, digest, sales),
    mark: (cx, at) => markDigestSent(cx, { ...digest, at }),
  }
})

async function writeDigest(cx: Context, digest: CollectedWindow, sales: readonly CollectedSale[]): Promise<Letter> {
  const count = sales.length < namedAtMost ? sales.length : await countCollected(cx, digest)
  const url = await consoleUrl(cx, digest.workspaceId, "/purchases")
  return {
    subject: count === 1 ? "1 more sale" : `${count} more sales`,
    paragraphs: [`These are your sales after the first ${singleMails} of the hour. No action needed.`],
    facts: [],
    list: { things: sales.map((sale) => [toFact(sale)]), inAll: count },
    button: url === undefined ? undefined : { label: "View purchases", url },
    notes: [`Sent by ${cx.brandName}.`],
  }
}

function toFact({ id, snapshot, charged_cents, currency, buyer_email, created_at }: CollectedSale): [string, string] {
  const amount = charged_cents > 0 ? formatAmount(charged_cents, currency) : "Free"
  const title = cleanText(readSnapshot(snapshot).title, longestTitle)
  // A title in Hebrew or Arabic would draw an amount or a number behind it to its left.
  return [utcTime(created_at), [amount, buyer_email ?? "No email", title, id].join(" · ")]
}
