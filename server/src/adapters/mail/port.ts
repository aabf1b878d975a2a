export interface Message {
  to: string
  subject: string
  /** The plain-text part; every message has one. */
  text: string
  html?: string
  /** Where mails of this kind are stopped with one click (RFC 8058). */
  offUrl?: string
  /** Becomes the Message-ID, so that a retry is recognised as the same message. */
  id: string
}

/** A message that was sent to a folder. */
export interface KeptMail {
  id: string
  to: string
  subject: string
  /** Epoch milliseconds. */
  sentAt: number
  text: string
}

/** The messages that were sent to a folder, for who tries the service out. */
export interface KeptMails {
  /** The latest ones, newest first. */
  list(limit: number): Promise<KeptMail[]>
  find(id: string): Promise<KeptMail | undefined>
}

/** Sends mail. */
export interface Mail {
  /** Resolves once the next hop has taken the message; throws when it has not. A second call may send it again. */
  send(message: Message): Promise<void>
  close(): Promise<void>
  /** What was sent; left out where it leaves this machine. */
  readonly kept?: KeptMails
}
