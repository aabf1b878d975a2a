import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"

/** A software passkey that behaves like a phone or a security key (Web Authentication Level 3, section 6). */
export interface Authenticator {
  /** Makes a credential for creation options, like `navigator.credentials.create`. */
  create(options: { challenge: string }, changes?: Changes): string
  /** Signs request options, like `navigator.credentials.get`. */
  get(options: { challenge: string }, changes?: Changes): string
}

/** The differences from a valid answer. */
export interface Changes {
  origin?: string
  rpId?: string
  isVerified?: boolean
  counter?: number
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString("base64url")

/** Makes an authenticator with its own key; it counts its uses. */
export function openAuthenticator(origin = "http://localhost:3000"): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const id = randomBytes(16)
  const credential = { id: base64url(id), rawId: base64url(id), type: "public-key", clientExtensionResults: {} }
  let uses = 0

  const dataOf = (changes: Changes, credentialData = Buffer.alloc(0)) => {
    uses += 1
    const { rpId = new URL(origin).hostname, isVerified = true, counter = uses } = changes
    return authenticatorData({ rpId, isVerified, counter }, credentialData)
  }
  const clientData = (type: string, challenge: string, changes: Changes) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: changes.origin ?? origin, crossOrigin: false }))

  return {
    create({ challenge }, changes = {}) {
      const length = Buffer.from([0, id.length])
      const data = dataOf(changes, Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]))
      const attestation = cborMap([
        ["fmt", "none"],
        ["attStmt", []],
        ["authData", data],
      ])
      const response = {
        clientDataJSON: base64url(clientData("webauthn.create", challenge, changes)),
        attestationObject: base64url(attestation),
        transports: ["internal"],
      }
      return JSON.stringify({ ...credential, response })
    },
    get({ challenge }, changes = {}) {
      const client = clientData("webauthn.get", challenge, changes)
      const data = dataOf(changes)
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      }
      return JSON.stringify({ ...credential, response })
    },
  }
}

/** Authenticator data (Web Authentication Level 3, section 6.1), with the credential's data when it is created. */
function authenticatorData(
  { rpId, isVerified, counter }: { rpId: string; isVerified: boolean; counter: number },
  credentialData: Buffer,
): Buffer {
  const flags = 0x01 | (isVerified ? 0x04 : 0) | (credentialData.length > 0 ? 0x40 : 0)
  const head = Buffer.alloc(5)
  head.writeUInt8(flags)
  head.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), head, credentialData])
}

/** A P-256 key in COSE's form (RFC 9053, sections 2.1 and 7.1.1). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" })
  return cborMap([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, "base64url")],
    [-3, Buffer.from(y, "base64url")],
  ])
}

type Cbor = number | string | Buffer | []

/** The part of CBOR (RFC 8949) that credentials need; an empty list means an empty map. */
function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === "string") return Buffer.concat([cborHead(3, value.length), Buffer.from(value)])
  if (Array.isArray(value)) return cborHead(5, 0)
  return Buffer.concat([cborHead(2, value.length), value])
}

function cborMap(entries: [Cbor, Cbor][]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat().map(cbor)])
}

function cborHead(type: number, size: number): Buffer {
  return size < 24 ? Buffer.from([(type << 5) | size]) : Buffer.from([(type << 5) | 24, size])
}
