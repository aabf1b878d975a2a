import { generateKeyPairSync, randomBytes } from "node:crypto"
import type { Outside } from "#access/context.ts"
import { sealedWebhooks } from "./sealed-columns.ts"

type Keys = Pick<Outside, "keyring">
type Sealed = keyof typeof sealedWebhooks

export function sealWebhook({ keyring }: Keys, what: Sealed, { id, text }: { id: string; text: string }): string {
  const { purpose, place } = sealedWebhooks[what]
  return keyring.seal(purpose, place(id), text)
}

export function unsealWebhook({ keyring }: Keys, what: Sealed, { id, text }: { id: string; text: string }): string {
  const { purpose, place } = sealedWebhooks[what]
  return keyring.unseal(purpose, place(id), text)
}

/** A secret of Standard Webhooks: 32 random bytes. */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString("base64")}`

/** An ed25519 key pair: the public one as Standard Webhooks writes it, the private one as PKCS #8 in base64. */
export function newSigningKeys(): { publicKey: string; privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519")
  // The last 32 bytes of the SPKI form are the key itself (RFC 8410).
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32)
  const sealedForm = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64")
  return { publicKey: `whpk_${raw.toString("base64")}`, privateKey: sealedForm }
}
