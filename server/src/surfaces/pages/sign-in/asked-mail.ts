import type { MailReason } from "#contract/mail-reasons.ts"
import type { ShownMail } from "#domains/mails/index.ts"

/** A mail that the page's visitor waits for. `slow`: it is still tried. `failed`: it was refused or came back. */
export interface AskedMail {
  state: "sending" | "slow" | "sent" | "failed"
  reason: MailReason | null
}

const slowMs = 20_000

/** @param since epoch milliseconds; an earlier mail is not the one that the visitor waits for. */
export function toAskedMail(
  mail: Omit<ShownMail, "words"> | null,
  { now, since }: { now: number; since: number },
): AskedMail {
  if (mail === null || mail.at < since) return { state: "sending", reason: null }
  const { state, reason, at } = mail
  if (state === "refused" || state === "bounced") return { state: "failed", reason }
  if (reason !== null || (state === "waiting" && now - at >= slowMs)) return { state: "slow", reason }
  return { state: state === "taken" ? "sent" : "sending", reason }
}
