import assert from "node:assert/strict"
import { createHmac, generateKeyPairSync, randomBytes, sign } from "node:crypto"
import { describe, test } from "node:test"
import fc from "fast-check"
import { Webhook } from "standardwebhooks"
import { runs } from "#test/support/basics/property-runs.ts"
import { verifyWebhook, WebhookVerificationError } from "../../../client/src/webhooks.ts"

const now = Date.UTC(2026, 11, 1, 10)
const body = JSON.stringify({ id: "evt_1", type: "purchase.completed", data: { title: "Größe 😀" } })
const secret = `whsec_${randomBytes(32).toString("base64")}`
const pair = generateKeyPairSync("ed25519")
const publicKey = `whpk_${pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64")}`

interface Sent {
  readonly body: string
  readonly id: string
  readonly sentAt: string
  readonly signature: string
}

const signedText = ({ id, sentAt, body }: Omit<Sent, "signature">) => `${id}.${sentAt}.${body}`
const hmac = (text: string, key = secret) =>
  `v1,${createHmac("sha256", Buffer.from(key.slice("whsec_".length), "base64"))
    .update(text)
    .digest("base64")}`
const ed25519 = (text: string) => `v1a,${sign(null, Buffer.from(text), pair.privateKey).toString("base64")}`

const plain = { body, id: "evt_1", sentAt: String(now / 1000) }
const signed: Sent = { ...plain, signature: hmac(signedText(plain)) }
const asymmetric: Sent = { ...plain, signature: ed25519(signedText(plain)) }
const headersOf = ({ id, sentAt, signature }: Sent) => ({
  "webhook-id": id,
  "Webhook-Timestamp": sentAt,
  "webhook-signature": signature,
})

const verify = (sent: Sent, keys: string | readonly string[] = [secret, publicKey]) =>
  verifyWebhook(sent.body, headersOf(sent), keys)
const refused = (sent: Sent, keys?: string | readonly string[]) =>
  assert.rejects(verify(sent, keys), WebhookVerificationError)

/** Changes a text by a character, a copied or lost part, or what a header may hold besides. */
const changedText = (text: string): fc.Arbitrary<string> =>
  fc
    .record({
      at: fc.nat(text.length),
      length: fc.nat(3),
      put: fc.constantFrom("", " ", ",", "=", "A", "0", "é", "v1", "v1,", "v1a,", "v2,", " v1,", text, ` ${text}`),
    })
    .map(({ at, length, put }) => text.slice(0, at) + put + text.slice(at + length))

const changed: fc.Arbitrary<Sent> = fc.oneof(
  changedText(signed.body).map((body) => ({ ...signed, body })),
  changedText(signed.id).map((id) => ({ ...signed, id })),
  changedText(signed.sentAt).map((sentAt) => ({ ...signed, sentAt })),
  { weight: 3, arbitrary: changedText(signed.signature).map((signature) => ({ ...signed, signature })) },
  fc
    .shuffledSubarray([signed.signature, asymmetric.signature, "v1,", "v1", "v1,!", "", hmac("other")])
    .map((signatures) => ({ ...signed, signature: signatures.join(" ") })),
  fc.integer({ min: -302, max: 302 }).map((seconds) => {
    const late = { ...plain, sentAt: String(now / 1000 + seconds) }
    return { ...late, signature: hmac(signedText(late)) }
  }),
)

test("the client accepts and refuses a thousand changed webhooks as `standardwebhooks` does", async (t) => {
  t.mock.method(Date, "now", () => now)
  const other = new Webhook(secret)
  const counts = { accepted: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(changed, async (sent) => {
      const [ours] = await Promise.allSettled([verify(sent, secret)])
      const [theirs] = await Promise.allSettled([Promise.try(() => other.verify(sent.body, headersOf(sent)))])
      assert.equal(ours.status, theirs.status)
      if (ours.status === "fulfilled" && theirs.status === "fulfilled") assert.deepEqual(ours.value, theirs.value)
      counts[ours.status === "fulfilled" ? "accepted" : "refused"] += 1
    }),
    { numRuns: runs(1_000) },
  )
  assert.ok(counts.accepted > 100 && counts.refused > 100, JSON.stringify(counts))
})

describe("verifyWebhook", () => {
  test("accepts either signature, among others, from text, bytes, Node's headers and those of fetch", async (t) => {
    t.mock.method(Date, "now", () => now)
    const both = { ...plain, signature: `${asymmetric.signature} v1,AAAA ${signed.signature}` }
    for (const sent of [signed, asymmetric, both])
      for (const keys of [[secret, publicKey], sent === asymmetric ? publicKey : secret])
        assert.equal((await verify(sent, keys)).type, "purchase.completed")
    const headers = new Headers(headersOf(signed))
    assert.equal((await verifyWebhook(Buffer.from(body), headers, secret)).id, "evt_1")
  })

  test("accepts an old and a new secret during a rotation, and neither another secret nor another scheme", async (t) => {
    t.mock.method(Date, "now", () => now)
    const old = `whsec_${randomBytes(32).toString("base64")}`
    assert.equal((await verify(signed, [old, secret])).id, "evt_1")
    await refused(signed, old)
    await refused(signed, publicKey)
    await refused(asymmetric, secret)
    await refused({ ...plain, signature: `v1a,${signed.signature.slice("v1,".length)}` })
  })

  test("refuses an ed25519 signature of anything else: body, id, time", async (t) => {
    t.mock.method(Date, "now", () => now)
    for (const change of [{ body: `${body} ` }, { id: "evt_2" }, { sentAt: String(now / 1000 + 1) }])
      await refused({ ...asymmetric, ...change })
  })

  test("refuses what is without headers, or older or newer than five minutes", async (t) => {
    t.mock.method(Date, "now", () => now)
    for (const name of ["id", "sentAt", "signature"]) await refused({ ...signed, [name]: "" })
    for (const seconds of [-301, 301]) {
      const late = { ...plain, sentAt: String(now / 1000 + seconds) }
      await refused({ ...late, signature: ed25519(signedText(late)) })
    }
  })

  test("throws a TypeError for a body that is not raw, and names the raw one for text of a parsed body", async (t) => {
    t.mock.method(Date, "now", () => now)
    const parsed = JSON.parse(body)
    const request = new Request("https://shop.example", { method: "POST", body })
    for (const wrong of [parsed, [parsed], undefined, null, 1, request, request.text(), new Blob([body])])
      await assert.rejects(verifyWebhook(wrong, headersOf(signed), secret), {
        name: "TypeError",
        message: /not the raw bytes or text .* `express\.raw/,
      })
    const pretty = { ...signed, body: JSON.stringify(parsed, null, 2) }
    await assert.rejects(verify(pretty), { name: "WebhookVerificationError", message: /pass the body as it arrived/ })
    const { buffer } = new TextEncoder().encode(body)
    assert.equal((await verifyWebhook(new Uint8Array(buffer), headersOf(signed), secret)).id, "evt_1")
  })

  test("throws a TypeError for what is no key", async (t) => {
    t.mock.method(Date, "now", () => now)
    for (const key of ["", "whsec_", "whsec_?", "secret", "whpk_"])
      await assert.rejects(verify(signed, key), { name: "TypeError", message: /^A key is `whsec_` or `whpk_`/ })
  })
})
