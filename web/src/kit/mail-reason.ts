import { type MailReason, mailReasons } from "../../../server/src/contract/mail-reasons.ts"

/** Why a mail did not arrive, as a sentence. */
export const reasonSentence = (reason: MailReason | null): string =>
  reason === null ? "The mail server has not answered yet." : `${mailReasons[reason]}.`
