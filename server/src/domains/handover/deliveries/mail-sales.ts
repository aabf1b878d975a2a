import type { Context } from "#access/context.ts"
import { consoleUrl } from "#access/workspace-store.ts"
import { formatAmount } from "#contract/currencies.ts"
import { listMailReaders } from "#domains/notifications/index.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { type Letter, writeLetter } from "#kernel/letter.ts"
import { readSnapshot } from "../offers/index.ts"
import { type CollectedSale, closeWindow, countCollected, listCollected, markDigestSent } from "../purchases/index.ts"
import { singleMails } from "./tell-sale.ts"

/** How many sales one mail lists; a mail of megabytes would not be delivered. */
const namedAtMost = 1_000

export async function mailSales(cx: Context, { workspaceId, windowAt }: JobPayloads["mail-sales"]): Promise<void> {
  await cx.atomically((cx) => closeWindow(cx, workspaceId, windowAt))
  const sales = await listCollected(cx, { workspaceId, windowAt, limit: namedAtMost })
  if (sales.length === 0) return
  const count = sales.length < namedAtMost ? sales.length : await countCollected(cx, workspaceId, windowAt)
  const unnamed = count - sales.length
  const url = await consoleUrl(cx, workspaceId, "/purchases")
  const letter: Letter = {
    subject: count === 1 ? "1 more sale" : `${count} more sales`,
    paragraphs: [
      `No action needed. These are your sales after the first ${singleMails} of the hour.`,
      ...(unnamed > 0 ? [`The list shows the first ${sales.length}. View ${unnamed} more in the console.`] : []),
    ],
    facts: sales.map(toFact),
    button: url === undefined ? undefined : { label: "View purchases", url },
    notes: [`Sent by ${cx.brandName}.`],
  }
  for (const { id, email, offUrl } of await listMailReaders(cx, { workspaceId, happening: "sold" })) {
    const written = writeLetter({ ...letter, offUrl }, cx.brandName)
    await cx.mail.send({ id: `sales-${workspaceId}-${windowAt}-${id}`, to: email, ...written })
  }
  await cx.atomically((cx) => markDigestSent(cx, workspaceId, windowAt))
}

function toFact({ id, snapshot, charged_cents, currency, buyer_email, created_at }: CollectedSale): [string, string] {
  const amount = charged_cents > 0 ? formatAmount(charged_cents, currency) : "Free"
  const at = new Date(created_at).toISOString().slice(0, 16).replace("T", " ")
  const { title } = readSnapshot(snapshot)
  return [`${at} UTC`, [title, amount, buyer_email ?? "No email", id].join(" · ")]
}
