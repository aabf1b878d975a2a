import type { MailReason } from "../mail-reasons.ts"

/** A mail that the page's visitor waits for. `slow`: it is still tried. `failed`: it was refused or came back. */
export interface AskedMail {
  state: "sending" | "slow" | "sent" | "failed"
  reason: MailReason | null
}
