import type { AskedMail } from "#contract/pages/asked-mail.ts"
import type { ShownMail } from "#domains/mails/index.ts"

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
