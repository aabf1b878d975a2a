/** A browser's push address and encryption keys, as the browser sent them (Push API, `PushSubscription`). */
export interface PushTarget {
  endpoint: string
  /** Both base64url: the browser's public key (P-256), and a secret of 16 bytes. */
  keys: { p256dh: string; auth: string }
}

/** The key pair that identifies this service to push services (RFC 8292), base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

export interface PushMessage {
  text: string
  /** How long the push service keeps it while the browser is offline. */
  ttlSeconds: number
  /** A later message of the same topic replaces a waiting one (RFC 8030 section 5.4): 32 characters at most. */
  topic: string
  keys: PushKeys
  /** The contact for the push service: a `mailto:` or `https:` address. */
  subject: string
}

/**
 * The outcome of sending: the push service accepted it; the subscription has ended (`gone`); it may be sent again
 * (`later`), not before `afterMs` milliseconds; or it was refused, and would be again.
 */
export type Pushed =
  | { outcome: "taken" }
  | { outcome: "gone" }
  | { outcome: "later"; afterMs: number }
  | { outcome: "refused"; status: number }

/** Sends messages to browsers, through the browsers' push services (RFC 8030, RFC 8291). */
export interface Push {
  makeKeys(): Promise<PushKeys>
  /** Whether messages can be encrypted for a target, and its address is https. */
  accepts(target: PushTarget): Promise<boolean>
  /** Never throws for a fault of the push service. */
  send(target: PushTarget, message: PushMessage): Promise<Pushed>
}
