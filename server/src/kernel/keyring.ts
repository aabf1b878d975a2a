import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto"

/** The uses of a MAC or a sealed text. Each has its own key, so that a text of one use is never valid for another. */
export type Purpose =
  | "delivery-link"
  | "file-address"
  | "continued-download"
  | "drive-file-address"
  | "drive-file-preview"
  | "drive-file-picture"
  | "doc-file-address"
  | "doc-file-preview"
  | "doc-file-picture"
  | "upload-link"
  | "share-link"
  | "shared-file-address"
  | "shared-file-preview"
  | "shared-file-picture"
  | "buyer-cookie"
  | "client-network"
  | "gift-code"
  | "gift-code-text"
  | "domain-claim"
  | "domain-lead"
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
  | "tool-server"
  | "refresh-token"
  | "mail-off"
  | "mail-bounce"
  | "assistant-handles"
  | "model-key"
  | "push-key"
  | "push-target"
  | "sandbox-webhook"
  | "webhook-endpoint"

/** The installation's secret keys. The first one seals and signs; all of them unseal and verify. */
export interface Keyring {
  /** The keys' ids, in the order of the keys. An id reveals nothing about its key. */
  readonly ids: readonly [string, ...string[]]
  /** HMAC-SHA-256 of `text` under the purpose's first key, base64url, 43 characters. */
  mac(purpose: Purpose, text: string): string
  /** The MACs under every key, the first key's first: to look up a MAC that an older key may have made. */
  macs(purpose: Purpose, text: string): [string, ...string[]]
  /** Compares in constant time. Never throws for any `mac`, and accepts exactly one spelling of each key's MAC. */
  verify(purpose: Purpose, text: string, mac: string): boolean
  /**
   * AES-256-GCM. `place` (such as `idempotency_keys/answer/<id>`) is bound to the text, so that a copy in another row
   * cannot be unsealed. Returns the key's id, a full stop, and nonce, tag and ciphertext as base64url.
   */
  seal(purpose: Purpose, place: string, text: string): string
  /**
   * A text without a key id is older than key ids; the oldest key unseals it. Throws for another text, place or key.
   */
  unseal(purpose: Purpose, place: string, sealed: string): string
}

/** Makes the keyring of an installation from its secrets, newest first. */
export function openKeyring(newest: string, ...older: string[]): Keyring {
  const first = readKey(newest)
  const rest = older.map(readKey)
  const all = [first, ...rest]

  return {
    ids: [first.id, ...rest.map(({ id }) => id)],
    mac: (purpose, text) => macUnder(first, purpose, text),
    macs: (purpose, text) => [macUnder(first, purpose, text), ...rest.map((key) => macUnder(key, purpose, text))],

    // Compares the texts, not the bytes: 43 characters hold two bits more than a MAC has, and a decoder would ignore
    // them.
    verify(purpose, text, mac) {
      const given = Buffer.from(mac)
      return all.some((key) => {
        const expected = Buffer.from(macUnder(key, purpose, text))
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
    },

    seal(purpose, place, text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv("aes-256-gcm", first.of(purpose), nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
      return `${first.id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")}`
    },

    unseal(purpose, place, sealed) {
      const [id, text] = sealed.includes(".") ? sealed.split(".") : [all.at(-1)?.id, sealed]
      const key = all.find((key) => key.id === id)
      if (!key) throw new Error(`No key of SVC_SECRET_KEY unseals this text (${place.split("/")[0]}).`)
      const bytes = Buffer.from(text ?? "", "base64url")
      const decipher = createDecipheriv("aes-256-gcm", key.of(purpose), bytes.subarray(0, 12))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8")
    },
  }
}

/** Derives a secret's id and, when first needed, one key for each purpose (HKDF-SHA-256, RFC 5869). */
function readKey(secret: string) {
  const derive = (info: string, bytes: number) => Buffer.from(hkdfSync("sha256", secret, "", info, bytes))
  const keys = new Map<Purpose, Buffer>()
  return {
    id: derive("atelier/key-id", 6).toString("hex"),
    of(purpose: Purpose): Buffer {
      const known = keys.get(purpose)
      if (known) return known
      const key = derive(`atelier/${purpose}`, 32)
      keys.set(purpose, key)
      return key
    },
  }
}

function macUnder(key: ReturnType<typeof readKey>, purpose: Purpose, text: string): string {
  return createHmac("sha256", key.of(purpose)).update(text).digest("base64url")
}
