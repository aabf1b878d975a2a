export interface Message {
  to: string
  subject: string
  /** The plain-text part; every message has one. */
  text: string
  html?: string
  /** Becomes the Message-ID, so that a retry is recognised as the same message. */
  id: string
}

/** Sends mail. */
export interface Mail {
  /** Resolves once the next hop has taken the message; throws when it has not. A second call may send it again. */
  send(message: Message): Promise<void>
  close(): Promise<void>
}
