import assert from "node:assert/strict"
import { describe, type TestContext, test } from "node:test"
import { AtelierError, type ClientOptions, openClient } from "../../../client/src/client.ts"

const offer = { offer: { title: "Type specimen" }, isOwnWorkspace: false, isSignedIn: false }
const found = () => Response.json(offer)
const refused =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ error: { code: "conflict", message: "No.", hint: "Wait." } }, { status, headers })
const html = (status: number) => () => new Response("<h1>Bad gateway</h1>", { status })
/** The form of Google's gateways: numbers for codes, and words for statuses. */
const gateway = () => Response.json({ error: { code: 503, message: "No.", status: "UNAVAILABLE" } }, { status: 503 })
const cut = () => {
  throw new TypeError("fetch failed")
}

/** A client whose requests get `answers`, the last one again and again, and whose waits end at once. */
function scene(t: TestContext, answers: readonly (() => Response)[], options: Partial<ClientOptions> = {}) {
  const requests: { url: string; init: RequestInit }[] = []
  const waits: number[] = []
  t.mock.method(globalThis, "setTimeout", (run: () => void, ms: number) => {
    waits.push(ms)
    setImmediate(run)
  })
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    requests.push({ url: String(url), init })
    const answer = answers[Math.min(requests.length, answers.length) - 1] ?? found
    return answer()
  }
  return { client: openClient({ baseUrl: "https://atelier.example/", fetch, ...options }), requests, waits }
}

describe("A call", () => {
  test("sends the version, the path and the query", async (t) => {
    const { client, requests } = scene(t, [found])
    assert.deepEqual(await client.getOffer({ key: "a/b?" }), offer)
    await client.drawPreview({ title: "Größe & more" })
    assert.equal(new Headers(requests[0]?.init.headers).get("Idempotency-Key"), null)
    assert.deepEqual(
      requests.map(({ url }) => url),
      ["https://atelier.example/api/pay/a%2Fb%3F", "https://atelier.example/api/og?title=Gr%C3%B6%C3%9Fe+%26+more"],
    )
    assert.equal(new Headers(requests[0]?.init.headers).get("SVC-Version"), "2026-08-24")
  })

  test("sends a body without the path's key, and the same Idempotency-Key with each try", async (t) => {
    t.mock.method(crypto, "randomUUID", () => assert.fail("only secure contexts have it"))
    const { client, requests } = scene(t, [cut, html(502), found])
    await client.startCheckout({ key: "demo", buyerEmail: "bo@example.com" })
    const keys = requests.map(({ init }) => new Headers(init.headers).get("Idempotency-Key"))
    assert.deepEqual(new Set(requests.map(({ init }) => init.body)), new Set(['{"buyerEmail":"bo@example.com"}']))
    assert.match(keys[0] ?? "", /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.deepEqual(keys, [keys[0], keys[0], keys[0]])
  })

  test("waits as long as Retry-After says, in seconds or as a date, and else longer each time", async (t) => {
    const date = new Date(Date.now() + 4_000).toUTCString()
    const retryAfter = (text: string) => ({ "Retry-After": text })
    const answers = [refused(429, retryAfter("3")), refused(503, retryAfter(date)), refused(409, retryAfter("0")), cut]
    const { client, waits } = scene(t, [...answers, html(500), refused(503, retryAfter("0.5")), found], { retries: 6 })
    await client.getOffer({ key: "demo" })
    const [seconds, untilDate = 0, none, fourth = 0, fifth = 0, sixth = 0] = waits
    assert.deepEqual([seconds, none], [3_000, 0])
    assert.ok(untilDate > 1_000 && untilDate <= 4_000, `${untilDate}`)
    assert.ok(fourth >= 2_000 && fourth <= 4_000 && fifth >= 4_000 && fifth <= 8_000, `${waits}`)
    assert.ok(sixth >= 5_000, "a header of another form does not count")
  })

  test("throws instead of waiting longer than the longest wait", async (t) => {
    const { client, requests, waits } = scene(t, [refused(409, { "Retry-After": "3600", "X-Request-Id": "r1" })])
    const error = await client.getOffer({ key: "demo" }).catch((error: unknown) => error)
    assert.ok(error instanceof AtelierError)
    const { status, code, message, hint, retryAfterMs, requestId } = error
    assert.deepEqual(
      { status, code, message, hint, retryAfterMs, requestId },
      { status: 409, code: "conflict", message: "No.", hint: "Wait.", retryAfterMs: 3_600_000, requestId: "r1" },
    )
    assert.deepEqual([requests.length, waits.length], [1, 0])
  })

  for (const [answer, tries, thrown] of [
    [refused(400), 1, { status: 400, code: "conflict" }],
    [refused(409), 1, { status: 409, code: "conflict", retryAfterMs: undefined }],
    [html(200), 1, { status: 200, code: "unexpected_answer" }],
    [html(404), 1, { status: 404, code: "unexpected_answer" }],
    [html(502), 3, { status: 502, code: "unexpected_answer" }],
    [() => Response.json({ error: "down" }, { status: 503 }), 3, { status: 503, code: "unexpected_answer" }],
    [gateway, 3, { status: 503, code: "unexpected_answer" }],
    [cut, 3, { status: 0, code: "no_answer" }],
  ] as const)
    test(`throws ${thrown.code} of status ${thrown.status} after ${tries} tries`, async (t) => {
      const { client, requests } = scene(t, [answer])
      await assert.rejects(client.checkSlug({ slug: "studio" }), { name: "AtelierError", ...thrown })
      assert.equal(requests.length, tries)
    })
})

describe("An abort", () => {
  test("ends the wait before a retry with its reason", async (t) => {
    const abort = new AbortController()
    const fetch = t.mock.fn(async () => refused(503, { "Retry-After": "9" })())
    const client = openClient({ baseUrl: "https://atelier.example", fetch })
    const waits = t.mock.method(globalThis, "setTimeout", () => {
      queueMicrotask(() => abort.abort("The buyer left."))
    })
    const call = client.getOffer({ key: "demo" }, { signal: abort.signal })
    await assert.rejects(call, (reason) => reason === "The buyer left.")
    assert.deepEqual([waits.mock.callCount(), fetch.mock.callCount()], [1, 1])
  })

  test("before the call is the call's end", async (t) => {
    const { client } = scene(t, [cut])
    const signal = AbortSignal.abort("Too late.")
    await assert.rejects(client.getOffer({ key: "demo" }, { signal }), (reason) => reason === "Too late.")
  })
})
