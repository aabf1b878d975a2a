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
  /** The path of the mail's HTML. Null: it has none. */
  htmlPath: string | null
  mailboxPath: string
}
