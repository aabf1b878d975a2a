import { createECDH, createPublicKey, randomBytes, verify } from "node:crypto"
import type { IncomingHttpHeaders, ServerResponse } from "node:http"
import { createServer } from "node:https"
import { createRequire } from "node:module"
import type { TestContext } from "node:test"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import type { PushTarget } from "#adapters/push/port.ts"
import { listen } from "../http/listen.ts"
import { dnsServer } from "./dns-server.ts"

/** A message that the push service received, and its text as decrypted by its browser. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  text: string
  /** The claims of its VAPID token, whose signature was verified (RFC 8292). */
  claims: { aud: string; exp: number; sub: string }
  /** The public key of its signature, base64url. */
  signedWith: string
}

export interface PushService {
  /** For `world`: the name server that resolves its name, and its address. */
  options: { dnsServers: string[]; fetchable: string }
  /** `https://push.example:<port>`. */
  origin: string
  received: Received[]
  /** Answers the next messages instead of the default 201. */
  answer: (response: ServerResponse, path: string) => void
  /** A new browser's subscription. */
  subscribe(name: string): PushTarget
}

/** A push service over https that plays a public one; closed after the test. */
export async function pushService(t: TestContext): Promise<PushService> {
  setDefaultCACertificates([...getCACertificates(), certificate])
  const browsers = new Map<string, Browser>()
  const server = createServer({ key, cert: certificate }, (request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const path = request.url ?? ""
      const browser = browsers.get(path)
      if (!browser || request.method !== "POST") return response.writeHead(405).end()
      const { claims, signedWith } = readVapid(String(request.headers.authorization))
      const text = decrypt(Buffer.concat(chunks), browser)
      service.received.push({ path, headers: request.headers, text, claims, signedWith })
      service.answer(response, path)
    })
  })
  const port = await listen(t, server)
  const dns = await dnsServer(t)
  dns.answer("A", "push.example", ["127.0.0.1"])
  const origin = `https://push.example:${port}`
  const service: PushService = {
    options: { dnsServers: [dns.address], fetchable: `127.0.0.1:${port}` },
    origin,
    received: [],
    answer: (response) => response.writeHead(201).end(),
    subscribe(name) {
      const ecdh = createECDH("prime256v1")
      const browser = { publicKey: ecdh.generateKeys(), privateKey: ecdh.getPrivateKey(), auth: randomBytes(16) }
      browsers.set(`/send/${name}`, browser)
      const keys = { p256dh: browser.publicKey.toString("base64url"), auth: browser.auth.toString("base64url") }
      return { endpoint: `${origin}/send/${name}`, keys }
    },
  }
  return service
}

/** The keys of a browser's subscription. */
export interface Browser {
  publicKey: Buffer
  privateKey: Buffer
  auth: Buffer
}

/** The decrypting part of the library that encrypts. The vectors of RFC 8291 show that it follows the standard. */
const ece: { decrypt(body: Buffer, options: object): Buffer } = createRequire(
  createRequire(import.meta.url).resolve("web-push"),
)("http_ece")

/** Decrypts a message as a browser does (RFC 8291). */
export function decrypt(body: Buffer, { privateKey, publicKey, auth }: Browser): string {
  const ecdh = createECDH("prime256v1")
  ecdh.setPrivateKey(privateKey)
  if (!ecdh.getPublicKey().equals(publicKey)) throw new Error("These keys are no pair.")
  return ece
    .decrypt(body, { version: "aes128gcm", privateKey: ecdh, authSecret: auth.toString("base64url") })
    .toString()
}

/** Reads `vapid t=<token>, k=<key>` and verifies the token's signature (RFC 8292 section 3). */
function readVapid(header: string): Pick<Received, "claims" | "signedWith"> {
  const [, head = "", payload = "", signature = "", signedWith = ""] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? []
  const point = Buffer.from(signedWith, "base64url")
  const jwk = { kty: "EC", crv: "P-256", x: point.toString("base64url", 1, 33), y: point.toString("base64url", 33) }
  const isOurs = verify(
    "sha256",
    Buffer.from(`${head}.${payload}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  )
  if (!isOurs) throw new Error("The message is not signed by its key.")
  return { claims: JSON.parse(Buffer.from(payload, "base64url").toString()), signedWith }
}

/** For `push.example`, and only for these tests: no other code trusts or uses it. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBnjCCAUSgAwIBAgIUOunbD0EzuSuTQ7uIEXSRjWanLTowCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMcHVzaC5leGFtcGxlMCAXDTI2MTEyMjE0NDYyOFoYDzIxMjYx
MDI5MTQ0NjI4WjAXMRUwEwYDVQQDDAxwdXNoLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAATC6fmDp8ByisP6V9LFAprodybMq6wGJfjFmv5JcI69vlcV
dVPSWau7tikNdJ8oURHQEv/M/4ECMz05UITt2lW9o2wwajAdBgNVHQ4EFgQU24pC
GGGOjVIwHqUSo6Joxzo291wwHwYDVR0jBBgwFoAU24pCGGGOjVIwHqUSo6Joxzo2
91wwDwYDVR0TAQH/BAUwAwEB/zAXBgNVHREEEDAOggxwdXNoLmV4YW1wbGUwCgYI
KoZIzj0EAwIDSAAwRQIhAILnMjAlXfrWJtq0wiP+n0UaBl5TZNtF99IjpL3SvZC3
AiBaj3YreNvCcOhMvoWLHDAqt0+0sXAnL/BC4OWB01SRGg==
-----END CERTIFICATE-----`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgL8bMLLKz6nDfgKde
OB934mGrk6a3bF2671p7yUy3JjShRANCAATC6fmDp8ByisP6V9LFAprodybMq6wG
JfjFmv5JcI69vlcVdVPSWau7tikNdJ8oURHQEv/M/4ECMz05UITt2lW9
-----END PRIVATE KEY-----`
