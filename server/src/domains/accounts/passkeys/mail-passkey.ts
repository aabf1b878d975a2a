import type { Context } from "#access/context.ts"
import { type Letter, sendMail } from "#domains/mails/index.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { longDate, utcTime } from "#kernel/time/days.ts"
import { findAccount } from "../account-store.ts"

/** Mails a person that a passkey was added to their account, in case another person added it. */
export async function mailPasskey(cx: Context, { accountId, passkeyId, name, at }: JobPayloads["mail-passkey"]) {
  const account = await findAccount(cx, accountId)
  if (!account) return
  const letter: Letter = {
    subject: `New passkey on your ${cx.brandName} account`,
    paragraphs: [
      "A passkey was added to your account. Anyone with it can sign in.",
      "If you didn't add it, remove it and sign out all other browsers.",
    ],
    facts: [
      ["Passkey", name],
      ["Added", `${longDate(at)}, ${utcTime(at)}`],
    ],
    button: { label: "View passkeys", url: `${cx.addresses.base}/account` },
    notes: [`Sent by ${cx.brandName}.`],
  }
  const mail = { id: `passkey-${passkeyId}`, kind: "mail-passkey", about: passkeyId, workspaceId: null } as const
  await sendMail(cx, { ...mail, to: account.email, letter })
}
