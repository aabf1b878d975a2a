import { type MailSender, openSender, type SenderSettings } from "#adapters/mail/mail-sender.ts"

/** The sender of an installation that sets no more than this. */
export const plainSender = (mailFrom: string, more: Partial<SenderSettings> = {}): MailSender => {
  const addresses = { base: "https://studio.example" } as SenderSettings["addresses"]
  const usual = { mailBounces: undefined, mailDkimKey: undefined, mailDkimSelector: "atelier", addresses }
  return openSender({ ...usual, mailFrom, ...more })
}
