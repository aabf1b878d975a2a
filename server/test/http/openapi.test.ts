import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { endpoints } from "#surfaces/rest/endpoints.ts"
import { openApiDocument } from "#surfaces/rest/openapi/document.ts"
import { answerExamples } from "#surfaces/rest/openapi/examples.ts"
import { schemaChecker } from "#test/support/http/openapi-check.ts"
import { about, type HttpAnswer, httpTill, httpWorld, testedDocument } from "#test/support/worlds/http-world.ts"

interface Content {
  schema: { $ref?: string }
  examples?: Record<string, { summary: string; value: unknown }>
}
interface Described {
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, { oneOf?: unknown[] }>
    responses: Record<string, { content?: Record<string, Content> }>
  }
}
interface Operation {
  parameters: { name?: string; $ref?: string }[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { headers?: object; content?: Record<string, Content> }>
}

describe("GET /openapi.json", () => {
  test("200 with the description, an entity tag and the headers of every response", async (t) => {
    const { get } = await httpWorld(t)

    const { status, headers, body } = await get("/openapi.json")

    assert.equal(status, 200)
    assert.equal(body.openapi, "3.1.0")
    assert.equal(body.info.version, "2026-08-24")
    assert.equal(body.servers[0].url, "http://localhost:3000")
    assert.match(headers.etag ?? "", /^"[\w-]{43}"$/)
    assert.match(headers["cache-control"] ?? "", /^public, max-age=\d+/)
    assert.match(headers["ratelimit-limit"] ?? "", /^\d+$/)
    assert.equal(headers["svc-version"], "2026-08-24")
  })

  test("304 for a client that has it", async (t) => {
    const { get } = await httpWorld(t)
    const { headers } = await get("/openapi.json")

    for (const tag of [headers.etag, `W/${headers.etag}`, `"other", ${headers.etag}`, "*"]) {
      const again = await get("/openapi.json", { "if-none-match": tag ?? "" })
      assert.equal(again.status, 304)
      assert.equal(again.bytes.length, 0)
      assert.equal(again.headers.etag, headers.etag)
    }
    assert.equal((await get("/openapi.json", { "if-none-match": '"other"' })).status, 200)
  })

  test("405 with Allow for another method", async (t) => {
    const { ask } = await httpWorld(t)

    const { status, headers } = await ask("DELETE", "/openapi.json")

    assert.equal(status, 405)
    assert.equal(headers.allow, "GET, HEAD, OPTIONS")
  })
})

test("a strict linter finds nothing in openapi.json but the localhost address", async () => {
  const config = await createConfig({ extends: ["recommended-strict"] })

  const source = JSON.stringify(openApiDocument(endpoints, { ...about, baseUrl: "http://localhost:3000" }))

  const problems = await lintFromString({ source, config })

  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`),
    ["no-server-example.com: Server `url` should not point to example.com or localhost. at #/servers/0/url"],
  )
})

/** The statuses of the API's first endpoints, and the image's 304. */
const ownStatuses: Record<string, string> = {
  checkSlug: "200 429 500",
  checkDomain: "200 400 409 429 500",
  getOffer: "200 404 429 500",
  startCheckout: "200 400 404 409 429 500",
  verifyPayment: "200 400 404 409 429 500",
  redeemGift: "200 400 404 409 429 500",
  drawPreview: "200 304 429 500",
}

test("openapi.json gives every endpoint its own statuses, parameters and examples, and names every schema", () => {
  const { paths, components } = testedDocument as Described
  for (const endpoint of endpoints) {
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    assert.ok(operation, endpoint.id)
    const { default: other, ...listed } = operation.responses
    const statuses = Object.keys(listed).join(" ")
    assert.equal(statuses, ownStatuses[endpoint.id] ?? statuses, endpoint.id)
    assert.deepEqual(other, { $ref: "#/components/responses/Default" }, endpoint.id)
    const references = operation.parameters.map(({ $ref, name }) => $ref ?? name)
    assert.ok(references.includes("#/components/parameters/Version"), endpoint.id)
    assert.equal(references.includes("#/components/parameters/IdempotencyKey"), endpoint.idempotent, endpoint.id)
    for (const content of contentsOf(operation)) {
      assert.ok(Object.keys(content.examples ?? {}).length > 0, `${endpoint.id} without examples`)
      assert.match(String(content.schema.$ref), /^#\/components\/schemas\/\w+$/, endpoint.id)
    }
  }
  const named =
    "CheckDomainRequest CheckoutDelivery CheckoutResult CheckoutSession DomainCheck Error ErrorDetail GiftAmount GiftFull GiftResult Offer OfferFile OfferLookup RedeemGiftRequest SlugCheck StartCheckoutRequest VerifyPaymentRequest VerifyResult"
  const missing = named.split(" ").filter((name) => components.schemas[name] === undefined)
  assert.deepEqual(missing, [])
  for (const union of ["CheckoutResult", "GiftResult"]) assert.equal(components.schemas[union]?.oneOf?.length, 2, union)
  assert.deepEqual(Object.keys(components.responses), ["Default"])
  const { examples = {} } = components.responses.Default?.content?.["application/json"] ?? {}
  const described = Object.keys(examples).map((name) => name.replace("status", ""))
  assert.deepEqual(described, ["400", "405", "408", "413", "415", "431", "503"])
})

test("every example in openapi.json fits its schema, without a field that is not described", () => {
  const { paths, components } = testedDocument as Described
  const validate = schemaChecker(testedDocument)
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const shared = Object.values(components.responses).flatMap(({ content = {} }) => Object.values(content))
  let examples = 0
  for (const { schema, examples: named } of [...operations.flatMap(contentsOf), ...shared]) {
    for (const [name, { summary, value }] of Object.entries(named ?? {})) {
      assert.match(summary, /\S/)
      validate(schema, value, name)
      examples += 1
    }
  }
  assert.ok(examples > 60, `${examples}`)
})

test("every example of an answer has the fields of the real answer in that state", async (t) => {
  const shop = await httpTill(t, { settings: { SVC_RATE_GIFTS: "1000" } })
  const { get, post, pay, sandbox, addGiftCode } = shop
  await addGiftCode("GIFT-FIVE")
  await addGiftCode("GIFT-FULL", { kind: "full", currency: null, balance_cents: 0 })
  const buy = async (buyerEmail: string) => (await post(`${pay}/checkout`, { buyerEmail })).body
  const verify = async ({ sessionId }: { sessionId: string }) => (await post(`${pay}/verify`, { sessionId })).body
  const bought = await buy("bo@example.com")
  const real: Record<string, object> = {
    "checkSlug available": (await get("/api/onboard/check-slug?slug=nobody-has-it")).body,
    "checkSlug tooShort": (await get("/api/onboard/check-slug?slug=a")).body,
    "checkSlug reserved": (await get("/api/onboard/check-slug?slug=studio")).body,
    "getOffer forSale": (await get(pay)).body,
    "startCheckout session": bought,
    "verifyPayment pending": await verify(bought),
    "redeemGift amount": (await post(`${pay}/gift`, { code: "GIFT-FIVE" })).body,
    "redeemGift full": (await post(`${pay}/gift`, { code: "GIFT-FULL" })).body,
  }
  await sandbox.pay(bought.sessionId, { card: "4242424242424242" })
  real["verifyPayment fulfilled"] = await verify(bought)
  real["startCheckout ownedUnproven"] = await buy("bo@example.com")

  for (const [name, answer] of Object.entries(real)) {
    const [id = "", example = ""] = name.split(" ")
    const value = answerExamples(shop.app.addresses.base)[id]?.[example]?.value
    assert.deepEqual(fieldsOf(answer), fieldsOf(value as object), name)
  }
})

test("every example of a refused input or an unknown object equals the real answer", async (t) => {
  const { get, post, pay } = await httpTill(t)
  const { paths } = openApiDocument(endpoints, { ...about, baseUrl: "http://localhost:3000" }) as Described
  const said = (path: string, status: number, name: string) => {
    const operation = paths[path]?.post ?? paths[path]?.get
    return operation?.responses[status]?.content?.["application/json"]?.examples?.[name]?.value
  }
  const checkDomain = "/api/onboard/check-domain"
  const buyerEmail = "bo@example.com"
  const json = { "content-type": "application/json" }
  const cases: [Promise<HttpAnswer>, string, number, string][] = [
    [post(checkDomain, {}), checkDomain, 400, "missingFields"],
    [post(checkDomain, { domain: "https://shop.example.com/" }), checkDomain, 400, "notAHostname"],
    [post(checkDomain, {}, { "svc-version": "2020-01-01" }), checkDomain, 400, "unsupportedVersion"],
    [post(checkDomain, {}, { "idempotency-key": "order-7" }), checkDomain, 400, "malformedKey"],
    [get("/api/pay/zzzz"), "/api/pay/{key}", 404, "unknownOffer"],
    [post(`${pay}/checkout`, {}), "/api/pay/{key}/checkout", 400, "missingFields"],
    [post("/api/pay/zzzz/checkout", { buyerEmail }), "/api/pay/{key}/checkout", 404, "unknownOffer"],
    [post(`${pay}/checkout`, { buyerEmail, giftCode: "NO" }), "/api/pay/{key}/checkout", 404, "unknownGiftCode"],
    [post(`${pay}/verify`, { sessionId: "cs_none" }), "/api/pay/{key}/verify", 404, "unknownSession"],
    [post(`${pay}/gift`, {}), "/api/pay/{key}/gift", 400, "missingFields"],
    [post(`${pay}/gift`, { code: "NO" }), "/api/pay/{key}/gift", 404, "unknownGiftCode"],
    [
      post(`${pay}/gift`, { code: 1 }, { ...json, "svc-version": "1" }),
      "/api/pay/{key}/gift",
      400,
      "unsupportedVersion",
    ],
  ]
  for (const [asked, path, status, name] of cases) {
    const answer = await asked
    assert.equal(answer.status, status, name)
    assert.deepEqual(answer.body, said(path, status, name), `${path} ${name}`)
  }
})

function contentsOf({ requestBody, responses }: Operation): Content[] {
  const all = [requestBody, ...Object.values(responses)].flatMap((one) => Object.entries(one?.content ?? {}))
  return all.filter(([type]) => type === "application/json").map(([, content]) => content)
}

const fieldsOf = (value: object) =>
  Object.entries(value)
    .map(([name, field]) => `${name}: ${field === null ? "null" : typeof field}`)
    .sort()
