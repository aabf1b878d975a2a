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
      subject: "The payment processor's webhook is silent",
      paragraphs: [
        "Payments, refunds or disputes came in of which no webhook told. They were found in the processor's list instead, up to ten minutes later.",
        "Look at the webhook in the processor's dashboard: its address, whether it is switched on, and whether its signing secret is the one in SVC_STRIPE_WEBHOOK_SECRET.",
      ],
      facts: [["Address", url]],
      notes: [`Sent by ${cx.brandName}.`],
    },
    cx.brandName,
  )
  const day = new Date(cx.now()).toISOString().slice(0, 10)
  for (const [place, to] of cx.admission.operators.entries()) {
    await cx.mail.send({ id: `silent-hook-${processorAccount}-${day}-${place}`, to, ...letter })
  }
}
