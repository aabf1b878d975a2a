interface MailHead {
  path: string
  to: string
  subject: string
  sentAt: number
}

export interface MailboxData {
  /** Newest first. */
  mails: MailHead[]
}

export interface MailData extends MailHead {
  /** The plain text, in paragraphs and lines. */
  text: string
  mailboxPath: string
}
