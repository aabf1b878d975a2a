import type { Context } from "#access/context.ts"
import { consoleUrl } from "#access/workspace-store.ts"
import { type Letter, mailsEachReader, operatorReaders } from "#domains/mails/index.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { listOwnerAddresses } from "../deliveries/index.ts"
import { findProcessorRow, showFault } from "../payment-accounts/index.ts"

type Payload = JobPayloads["mail-payment-account"]

/** Mails owners (null: the operators) that an account stopped or can sell again. */
export const mailPaymentAccount = mailsEachReader("mail-payment-account", async (cx, payload) => {
  const { processorAccount, workspaceId, at } = payload
  const readers = workspaceId === null ? operatorReaders(cx) : await listOwnerAddresses(cx, workspaceId)
  if (readers.length === 0)
    cx.log.error({ account: processorAccount }, "There is no address to mail about a changed payment account.")
  return {
    ...{ id: `payment-account-${processorAccount}-${at}`, about: processorAccount, workspaceId, readers },
    write: () => letterOf(cx, payload),
  }
})

async function letterOf(cx: Context, { processorAccount, workspaceId, state }: Payload): Promise<Letter> {
  const url =
    workspaceId === null ? `${cx.addresses.base}/operator` : await consoleUrl(cx, workspaceId, "/settings/payouts")
  const which = processorAccount === "installation" ? "The installation's payment account" : "Your payment account"
  const letter = {
    facts: [],
    button: url === undefined ? undefined : { label: "View payment account", url },
    notes: [`Sent by ${cx.brandName}.`],
  }
  if (state === "ready") {
    const paragraphs = ["Paid offers are for sale again. No action needed."]
    return { ...letter, subject: `${which} is active again`, paragraphs }
  }
  const fault = showFault((await findProcessorRow(cx, processorAccount))?.fault ?? null)
  const isInTheirHands = processorAccount !== "installation" || workspaceId === null
  return {
    ...letter,
    subject: `${which} stopped working`,
    paragraphs: [
      ...(fault ? [isInTheirHands ? `${fault.message} ${fault.hint}` : fault.message] : []),
      "Paid offers can't be bought until the account works again. We check it every 10 minutes.",
    ],
  }
}
