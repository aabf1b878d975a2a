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
  text: string
  mailboxPath: string
}
