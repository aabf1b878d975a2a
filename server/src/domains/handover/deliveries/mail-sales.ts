import type { Context } from "#access/context.ts"
import { formatAmount } from "#contract/currencies.ts"
import { listMailReaders } from "#domains/notifications/index.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { type Letter, writeLetter } from "#kernel/letter.ts"
import { readSnapshot } from "../offers/index.ts"
import { type CollectedSale, closeWindow, countCollected, listCollected, markDigestSent } from "../purchases/index.ts"

/** How many sales one mail lists; a mail of megabytes would not be delivered. */
const namedAtMost = 1_000

export async function mailSales(cx: Context, { workspaceId, windowAt }: JobPayloads["mail-sales"]): Promise<void> {
  await cx.atomically((cx) => closeWindow(cx, workspaceId, windowAt))
  const sales = await listCollected(cx, { workspaceId, windowAt, limit: namedAtMost })
  if (sales.length === 0) return
  const count = sales.length < namedAtMost ? sales.length : await countCollected(cx, workspaceId, windowAt)
  const unnamed = count - sales.length
  const letter: Letter = {
    subject: count === 1 ? "One more sale" : `${count} more sales`,
    paragraphs: [
      "Sales came fast, so those after the first ones of the hour are in this one mail.",
      ...(unnamed > 0
        ? [`It names the first ${sales.length}; the list of your purchases has the other ${unnamed}.`]
        : []),
    ],
    facts: sales.map(toFact),
    notes: [`Sent by ${cx.brandName}.`],
  }
  for (const { id, email, offUrl } of await listMailReaders(cx, { workspaceId, happening: "sold" })) {
    const written = writeLetter({ ...letter, offUrl }, cx.brandName)
    await cx.mail.send({ id: `sales-${workspaceId}-${windowAt}-${id}`, to: email, ...written })
  }
  await cx.atomically((cx) => markDigestSent(cx, workspaceId, windowAt))
}

function toFact({ id, snapshot, charged_cents, currency, buyer_email, created_at }: CollectedSale): [string, string] {
  const amount = charged_cents > 0 ? formatAmount(charged_cents, currency) : "nothing charged"
  const at = new Date(created_at).toISOString().slice(0, 16).replace("T", " ")
  const { title } = readSnapshot(snapshot)
  return [`${at} UTC`, [title, amount, buyer_email ?? "no address", id].join(" · ")]
}
