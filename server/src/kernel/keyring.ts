import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto"

/** What a MAC or a sealed text is for. Each purpose has a key of its own, so that one can never pass for another. */
export type Purpose =
  | "delivery-link"
  | "file-address"
  | "drive-file-address"
  | "upload-link"
  | "buyer-cookie"
  | "gift-code"
  | "gift-code-text"
  | "domain-claim"
  | "sign-in-code"
  | "sign-in-link"
  | "known-browser"
  | "invitation-link"
  | "form-token"
  | "idempotent-answer"
  | "idempotency-key"
  | "payment-account"
  | "log-address"
  | "stream-plan"
  | "chat-channel"
  | "refresh-token"
  | "sandbox-webhook"

export interface Keyring {
  /** HMAC-SHA-256 of `text` under the purpose's key, base64url, 43 characters. */
  mac(purpose: Purpose, text: string): string
  /** Compares in constant time; never throws, whatever `mac` is, and accepts one spelling only. */
  verify(purpose: Purpose, text: string, mac: string): boolean
  /**
   * Encrypts with AES-256-GCM. `place` (such as `idempotency_keys/answer/<id>`) is bound to the text, so that a sealed
   * text copied to another row does not open.
   */
  seal(purpose: Purpose, place: string, text: string): string
  /** Opens what `seal` made; throws when the text, the place or the key differ. */
  open(purpose: Purpose, place: string, sealed: string): string
}

/** Derives one key a purpose from the installation's secret (HKDF-SHA-256, RFC 5869). */
export function openKeyring(secret: string): Keyring {
  const keys = new Map<Purpose, Buffer>()
  const keyFor = (purpose: Purpose): Buffer => {
    const known = keys.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync("sha256", secret, "", `atelier/${purpose}`, 32))
    keys.set(purpose, key)
    return key
  }
  const macOf = (purpose: Purpose, text: string) =>
    createHmac("sha256", keyFor(purpose)).update(text).digest("base64url")

  return {
    mac: macOf,

    // As texts, not as the bytes they stand for: 43 characters hold two bits more than a MAC has, and a decoder drops them.
    verify(purpose, text, mac) {
      const given = Buffer.from(mac)
      const expected = Buffer.from(macOf(purpose, text))
      return given.length === expected.length && timingSafeEqual(given, expected)
    },

    seal(purpose, place, text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")
    },

    open(purpose, place, sealed) {
      const bytes = Buffer.from(sealed, "base64url")
      const decipher = createDecipheriv("aes-256-gcm", keyFor(purpose), bytes.subarray(0, 12))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8")
    },
  }
}
