import assert from "node:assert/strict"
import type { ServerResponse } from "node:http"
import { type TestContext, test } from "node:test"
import { decrypt, type PushService, pushService } from "#test/support/stand-ins/push-service.ts"
import { openGuardedFetch } from "../http-fetch/guarded.ts"
import type { Push, PushMessage } from "./port.ts"
import { openWebPush } from "./web-push.ts"

const now = Date.UTC(2026, 10, 20, 12)

async function bench(t: TestContext): Promise<{ service: PushService; push: Push; message: PushMessage }> {
  const service = await pushService(t)
  const { dnsServers, fetchable } = service.options
  const push = openWebPush(openGuardedFetch({ dnsServers, allowed: fetchable }), () => now)
  const keys = await push.makeKeys()
  const message = { text: "Sold: Palette 🎨", ttlSeconds: 60, topic: "note_1", keys, subject: "mailto:a@example.com" }
  return { service, push, message }
}

const b64 = (text: string) => Buffer.from(text, "base64url")

test("the stand-in decrypts the example of RFC 8291", () => {
  const browser = {
    privateKey: b64("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"),
    publicKey: b64("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
    auth: b64("BTBZMqHH6r4Tts7J_aSIgg"),
  }
  const body =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
  assert.equal(decrypt(b64(body), browser), "When I grow up, I want to be a watermelon")
})

test("a message arrives encrypted for its browser, signed, and with its lifetime", async (t) => {
  const { service, push, message } = await bench(t)

  assert.deepEqual(await push.send(service.subscribe("ada"), message), { outcome: "taken" })

  const [got] = service.received
  assert.equal(got?.text, message.text)
  assert.equal(got?.signedWith, message.keys.publicKey)
  assert.equal(got?.claims.aud, service.origin)
  assert.equal(got?.claims.sub, "mailto:a@example.com")
  assert.ok((got?.claims.exp ?? 0) * 1_000 - Date.now() <= 86_400_000)
  const { ttl, topic, urgency, cookie, "content-encoding": encoding } = got?.headers ?? {}
  assert.deepEqual(
    { ttl, topic, urgency, cookie, encoding },
    {
      ttl: "60",
      topic: "note_1",
      urgency: "normal",
      cookie: undefined,
      encoding: "aes128gcm",
    },
  )
})

/** Responses of a push service, and the expected outcomes. */
const answers: [name: string, answer: (response: ServerResponse) => void, expected: object][] = [
  ["is gone (404)", (response) => response.writeHead(404).end(), { outcome: "gone" }],
  ["is gone (410)", (response) => response.writeHead(410).end(), { outcome: "gone" }],
  ["is busy", (response) => response.writeHead(429).end(), { outcome: "later", afterMs: 0 }],
  [
    "is busy for two minutes",
    (response) => response.writeHead(429, { "retry-after": "120" }).end(),
    { outcome: "later", afterMs: 120_000 },
  ],
  [
    "is down until a date",
    (response) => response.writeHead(503, { "retry-after": new Date(now + 90_000).toUTCString() }).end(),
    { outcome: "later", afterMs: 90_000 },
  ],
  [
    "is down until a date that has passed",
    (response) => response.writeHead(503, { "retry-after": "Fri, 20 Nov 2020 12:00:00 GMT" }).end(),
    { outcome: "later", afterMs: 0 },
  ],
  [
    "wants to be left alone for years",
    (response) => response.writeHead(503, { "retry-after": "999999999" }).end(),
    { outcome: "later", afterMs: 86_400_000 },
  ],
  [
    "says nonsense about when",
    (response) => response.writeHead(500, { "retry-after": "soon" }).end(),
    { outcome: "later", afterMs: 0 },
  ],
  ["refuses our key", (response) => response.writeHead(403).end(), { outcome: "refused", status: 403 }],
  ["finds it too large", (response) => response.writeHead(413).end(), { outcome: "refused", status: 413 }],
  [
    "leads elsewhere",
    (response) => response.writeHead(307, { location: "https://push.example/other" }).end(),
    { outcome: "refused", status: 307 },
  ],
  ["cuts the line", (response) => response.destroy(), { outcome: "later", afterMs: 0 }],
  [
    "answers something that is not HTTP",
    (response) => response.socket?.end("hello\r\n\r\n"),
    { outcome: "later", afterMs: 0 },
  ],
  [
    "never ends its answer",
    (response) => {
      response.writeHead(201)
      response.write("x".repeat(1_000_000))
    },
    { outcome: "taken" },
  ],
]

for (const [name, answer, expected] of answers) {
  test(`a push service that ${name}`, async (t) => {
    const { service, push, message } = await bench(t)
    service.answer = answer
    assert.deepEqual(await push.send(service.subscribe("ada"), message), expected)
    assert.equal(service.received.length, 1, "it was asked once, and no other service was")
  })
}

test("nothing is sent to an internal address", async (t) => {
  const { service, message } = await bench(t)
  const push = openWebPush(openGuardedFetch({ dnsServers: service.options.dnsServers }), () => now)
  assert.deepEqual(await push.send(service.subscribe("ada"), message), { outcome: "later", afterMs: 0 })
  assert.deepEqual(service.received, [])
})

test("targets with invalid keys, or without https, are not accepted", async (t) => {
  const { service, push } = await bench(t)
  const good = service.subscribe("ada")
  assert.equal(await push.accepts(good), true)
  const { p256dh, auth } = good.keys
  const offTheCurve = Buffer.from(p256dh, "base64url").fill(7, 1).toString("base64url")
  for (const bad of [
    { ...good, endpoint: good.endpoint.replace("https:", "http:") },
    { ...good, endpoint: "https://ada:secret@push.example/send" },
    { ...good, endpoint: "https://android.googleapis.com/gcm/send/x" },
    { ...good, endpoint: "nonsense" },
    { ...good, keys: { auth, p256dh: offTheCurve } },
    { ...good, keys: { auth, p256dh: p256dh.slice(0, 40) } },
    { ...good, keys: { p256dh, auth: "c2hvcnQ" } },
  ]) {
    assert.equal(await push.accepts(bad), false, JSON.stringify(bad))
  }
})
