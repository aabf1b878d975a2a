import type { Context } from "#access/context.ts"
import { type Letter, mailsEachReader, operatorReaders } from "#domains/mails/index.ts"

export const mailSilentHook = mailsEachReader("mail-silent-hook", async (cx, { processorAccount, at }) => ({
  ...{ id: `silent-hook-${processorAccount}-${at}`, about: processorAccount, workspaceId: null },
  readers: operatorReaders(cx),
  write: () => letterOf(cx, processorAccount),
}))

function letterOf(cx: Context, processorAccount: string): Letter {
  const url = `${cx.addresses.base}/webhooks/${cx.payments.name}/${processorAccount}`
  return {
    subject: "No webhook events from your payment provider",
    paragraphs: [
      "Payments, refunds or disputes arrived without webhook events. We found them up to 10 minutes late.",
      "Check the webhook in your payment provider's dashboard: its URL, its status, and that its signing secret matches SVC_STRIPE_WEBHOOK_SECRET.",
    ],
    facts: [["Webhook URL", url]],
    button: { label: "View overview", url: `${cx.addresses.base}/operator` },
    notes: [`Sent by ${cx.brandName}.`],
  }
}
