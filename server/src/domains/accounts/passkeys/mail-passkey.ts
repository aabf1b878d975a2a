import type { Context } from "#access/context.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { writeLetter } from "#kernel/letter.ts"
import { findAccount } from "../account-store.ts"

/** Mails a person that a passkey was added to their account, in case another person added it. */
export async function mailPasskey(
  cx: Context,
  { accountId, passkeyId, name, at }: JobPayloads["mail-passkey"],
): Promise<void> {
  const account = await findAccount(cx, accountId)
  if (!account) return
  const letter = writeLetter(
    {
      subject: `A passkey was added to your account at ${cx.brandName}`,
      paragraphs: ["A passkey was added to your account. Whoever has it can sign in without a mail."],
      facts: [
        ["Passkey", name],
        ["Added", `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`],
      ],
      button: { label: "See your passkeys", url: `${cx.addresses.base}/account` },
      notes: ["If you did not add it, remove it there, and sign out all other browsers."],
    },
    cx.brandName,
  )
  await cx.mail.send({ id: `passkey-${passkeyId}`, to: account.email, ...letter })
}
