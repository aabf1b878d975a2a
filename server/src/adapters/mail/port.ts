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
  /** Where bounces have a mailbox, the token becomes part of the envelope's sender, which receives them. */
  bounceToken?: string
  /** A person waits for it at a screen, so it waits for no other mail. */
  isAwaited?: boolean
}

/** Where the exchange with a mail server ended. */
export type MailStep = "connect" | "greeting" | "tls" | "sign_in" | "sender" | "reader" | "text" | "end"

export interface MailFault {
  readonly step: MailStep
  /** The server's reply code (RFC 5321 section 4.2.1), if it answered. */
  readonly code?: number
  /** Its enhanced status code (RFC 3463), such as `5.1.1`. */
  readonly status?: string
  /** Its words without addresses, at most 300 characters, or why there was no answer. */
  readonly words: string
}

/**
 * `refused`: the server refuses this reader or this mail for good. `later`: the next try may succeed. `lost`: the
 * connection ended after the text went, so the mail may have arrived. `ours`: the operator must act first.
 */
export type MailVerdict = "refused" | "later" | "lost" | "ours"

export class MailError extends Error {
  override readonly name = "MailError"
  readonly verdict: MailVerdict
  readonly fault: MailFault

  constructor(verdict: MailVerdict, fault: MailFault, options?: ErrorOptions) {
    super([fault.step, fault.code, fault.status, fault.words].filter(Boolean).join(" "), options)
    this.verdict = verdict
    this.fault = fault
  }
}

export interface StoredMail {
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
export interface StoredMails {
  /** The latest ones, newest first. */
  list(limit: number): Promise<StoredMail[]>
  find(id: string): Promise<StoredMail | undefined>
}

export interface Mail {
  /** Resolves once the next hop has accepted the message. A second call may send it again. @throws MailError */
  send(message: MailMessage): Promise<void>
  /** Names the sender and this reader to the server, and sends nothing. Absent where no server is asked. @throws MailError */
  check?(to: string): Promise<void>
  /** Whether the server takes addresses that are not ASCII. True if it does not say. Absent where no server is asked. */
  takesUtf8?(): Promise<boolean>
  close(): Promise<void>
  /** The sent messages; absent where they leave this machine. */
  readonly stored?: StoredMails
}

/** A mail server's report about a mail that another server had accepted. */
export interface Bounce {
  /** The mail's token, in lower case. */
  readonly token: string
  /** An enhanced status code (RFC 3463), such as `5.1.1`. */
  readonly status?: string
  /** The server's words without addresses, at most 300 characters. */
  readonly words: string
  /** False while a server still tries to deliver the mail. */
  readonly isFinal: boolean
}

export interface Bounces {
  /**
   * Reads new messages. A bounce is deleted once `note` resolves for it; after a failure it is read again. Other
   * messages stay, marked as read.
   */
  read(note: (bounce: Bounce) => Promise<unknown>): Promise<void>
  /** Opens the mailbox, and reads nothing. @throws Error */
  check(): Promise<void>
}
