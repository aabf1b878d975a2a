import type { Context } from "#access/context.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { writeLetter } from "#kernel/letter.ts"

export async function mailSilentHook(
  cx: Context,
  { processorAccount }: JobPayloads["mail-silent-hook"],
): Promise<void> {
  const url = `${cx.addresses.base}/webhooks/${cx.payments.name}/${processorAccount}`
  const letter = writeLetter(
    {
      subject: "No webhook events from your payment provider",
      paragraphs: [
        "Check the webhook in your payment provider's dashboard: its URL, its status, and that its signing secret matches SVC_STRIPE_WEBHOOK_SECRET.",
        "Payments, refunds or disputes arrived without webhook events. We found them up to 10 minutes late.",
      ],
      facts: [["Webhook URL", url]],
      notes: [`Sent by ${cx.brandName}.`],
    },
    cx.brandName,
  )
  const day = new Date(cx.now()).toISOString().slice(0, 10)
  for (const [place, to] of cx.admission.operators.entries()) {
    await cx.mail.send({ id: `silent-hook-${processorAccount}-${day}-${place}`, to, ...letter })
  }
}
