/** Why a mail did not arrive, for the person who waits for it. */
export const mailReasons = {
  "no-mailbox": "There is no mailbox with this address",
  "no-domain": "The domain of this address receives no mail",
  script: "The mail server takes only letters from a to z before the @",
  full: "The mailbox is full",
  "too-large": "The mail is too large for this mailbox",
  unwanted: "The mail server treats mail from this service as unwanted",
  busy: "The mail server asks to try again later",
  unreachable: "The mail server does not answer",
  service: "This service cannot send mail at the moment",
  other: "The mail server refuses this mail",
} as const

export type MailReason = keyof typeof mailReasons

export const mailReasonNames = Object.keys(mailReasons) as [MailReason, ...MailReason[]]

export const toMailReason = (text: string | undefined) => mailReasonNames.find((name) => name === text)
