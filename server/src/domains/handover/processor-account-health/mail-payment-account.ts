import type { Context } from "#access/context.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { type Letter, writeLetter } from "#kernel/letter.ts"
import { listOwnerAddresses } from "../deliveries/index.ts"
import { findProcessorRow, showFault } from "../payment-accounts/index.ts"

type Payload = JobPayloads["mail-payment-account"]

/** Mails owners (null: the operators) that an account stopped or can sell again. A retry sends the same messages. */
export async function mailPaymentAccount(cx: Context, payload: Payload): Promise<void> {
  const { processorAccount, workspaceId, at } = payload
  const readers =
    workspaceId === null
      ? cx.admission.operators.map((email, place) => ({ id: `operator${place}`, email }))
      : await listOwnerAddresses(cx, workspaceId)
  if (readers.length === 0)
    cx.log.error({ account: processorAccount }, "There is no address to mail about a changed payment account.")
  const letter = writeLetter(await letterOf(cx, payload), cx.brandName)
  for (const { id, email } of readers) {
    await cx.mail.send({ id: `payment-account-${processorAccount}-${at}-${id}`, to: email, ...letter })
  }
}

async function letterOf(cx: Context, { processorAccount, workspaceId, state }: Payload): Promise<Letter> {
  const notes = [`Sent by ${cx.brandName}.`]
  const which = processorAccount === "installation" ? "The installation’s payment account" : "Your payment account"
  if (state === "ready") {
    const paragraphs = [`${which} can be charged again. Its offers are for sale.`]
    return { subject: `${which} can sell again`, paragraphs, facts: [], notes }
  }
  const fault = showFault((await findProcessorRow(cx, processorAccount))?.fault ?? null)
  const isInTheirHands = processorAccount !== "installation" || workspaceId === null
  return {
    subject: `${which} has stopped`,
    paragraphs: [
      `${which} cannot be charged. Its offers with a price are not for sale until it can.`,
      ...(fault ? [isInTheirHands ? `${fault.message} ${fault.hint}` : fault.message] : []),
      "We look at the account every ten minutes. Once it can be charged, its offers are for sale again by themselves.",
    ],
    facts: [],
    notes,
  }
}
