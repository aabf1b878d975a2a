export interface MailMessage {
  /** The name before the configured address in `From`. */
  fromName?: string
  to: string
  replyTo?: string
  subject: string
  /** The plain-text part; every message has one. */
  text: string
  html?: string
  /** The address that stops mails of this kind with one click (RFC 8058). */
  offUrl?: string
  /** Becomes the Message-ID, so that a retry is recognised as the same message. */
  id: string
}

export interface KeptMail {
  id: string
  to: string
  subject: string
  /** Epoch milliseconds. */
  sentAt: number
  text: string
  /** Empty for a message without it. */
  html: string
}

/** The messages in an outbox folder, for trying out the service. */
export interface KeptMails {
  /** The latest ones, newest first. */
  list(limit: number): Promise<KeptMail[]>
  find(id: string): Promise<KeptMail | undefined>
}

export interface Mail {
  /** Resolves once the next hop has accepted the message; throws otherwise. A second call may send it again. */
  send(message: MailMessage): Promise<void>
  /** Connects and signs in, and sends nothing. Absent where no server is asked. @throws Error */
  check?(): Promise<void>
  close(): Promise<void>
  /** The sent messages; absent where they leave this machine. */
  readonly kept?: KeptMails
}
