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
      subject: `New passkey on your ${cx.brandName} account`,
      paragraphs: ["If you didn't add this passkey, remove it and sign out all other browsers."],
      facts: [
        ["Passkey", name],
        ["Added", `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`],
      ],
      button: { label: "View passkeys", url: `${cx.addresses.base}/account` },
      notes: ["Anyone with this passkey can sign in to your account."],
    },
    cx.brandName,
  )
  await cx.mail.send({ id: `passkey-${passkeyId}`, to: account.email, ...letter })
}
