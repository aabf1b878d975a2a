/** Where a browser takes messages, and how they are encrypted for it, as it told us (Push API, `PushSubscription`). */
export interface PushTarget {
  endpoint: string
  /** Both base64url: the browser's public key (P-256), and a secret of 16 bytes. */
  keys: { p256dh: string; auth: string }
}

/** A key pair that shows messages to be ours (RFC 8292), base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

export interface PushMessage {
  text: string
  /** For how long the push service keeps it while the browser is away. */
  ttlSeconds: number
  /** A later message of the same topic takes its place while it waits (RFC 8030 section 5.4): 32 characters at most. */
  topic: string
  keys: PushKeys
  /** Where the push service reaches us: a `mailto:` or `https:` address. */
  subject: string
}

/**
 * What became of a message: the push service took it; the browser takes none any more (`gone`); it may be sent again
 * (`later`), not before `afterMs` milliseconds; or it was refused, and would be again.
 */
export type Pushed =
  | { outcome: "taken" }
  | { outcome: "gone" }
  | { outcome: "later"; afterMs: number }
  | { outcome: "refused"; status: number }

/** Sends messages to browsers, through the push services that they named (RFC 8030, RFC 8291). */
export interface Push {
  makeKeys(): Promise<PushKeys>
  /** Whether messages can be encrypted for a target, and its address is one of https. */
  accepts(target: PushTarget): Promise<boolean>
  /** Never throws because of what the push service does. */
  send(target: PushTarget, message: PushMessage): Promise<Pushed>
}
