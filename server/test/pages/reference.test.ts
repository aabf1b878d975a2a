import assert from "node:assert/strict"
import { test } from "node:test"
import { gzipSync } from "node:zlib"
import type { HTMLElement } from "node-html-parser"
import type { Payments } from "#adapters/payments/port.ts"
import { type PageWorld, pageWorld, type Visited } from "#test/support/worlds/page-world.ts"

// biome-ignore lint/suspicious/noExplicitAny: the document's types are those of OpenAPI; the test reads it as a stranger.
type Any = any

const wordsOf = (node: HTMLElement | null | undefined) => (node?.textContent ?? "").replaceAll(/\s+/g, " ").trim()
const plain = (text: string) => text.replaceAll("`", "").replaceAll(/\s+/g, " ").trim()

test("the reference has every operation, field, status, header and example of openapi.json", async (t) => {
  const world = await pageWorld(t)
  const page = await world.visit("/developers/reference")
  const document = (await world.get("/openapi.json")).body
  const operations = Object.entries<Any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Any>(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  )
  for (const operation of operations) compareOperation(page, operation, document)
  const sections = page.all("section[id]").map(({ id }) => id)
  assert.deepEqual(sections, operations.map(({ operationId }) => operationId)) // biome-ignore format: one thought
  const shared = page.all('section[aria-labelledby="errors"]')[0]
  assert.deepEqual(causesIn(shared), examplesOf(document.components.responses.Default).map(toCause))
  assert.deepEqual(fieldsIn(shared), fieldsOf({ $ref: "#/components/schemas/Error" }, document))
  const headers = page.all('section[aria-labelledby="headers"]')[0]
  assert.deepEqual(fieldsIn(headers).map(([name, words]) => [name, words]), Object.entries<Any>(document.components.headers).map(([name, { description }]) => [name, plain(description)])) // biome-ignore format: one thought
})

test("the reference of events has every type, header, status, field and example of openapi.json", async (t) => {
  const world = await pageWorld(t)
  const page = await world.visit("/developers/events")
  const document = (await world.get("/openapi.json")).body
  const webhooks = Object.entries<Any>(document.webhooks)
  assert.deepEqual(page.all("section[id]").map(({ id }) => id), webhooks.map(([type]) => type)) // biome-ignore format: one thought
  const request = page.all('section[aria-labelledby="request"]')[0]
  for (const [type, { post }] of webhooks) {
    const parameters = post.parameters.map((part: Any) => followed(part, document))
    const { schema, example } = post.requestBody.content["application/json"]
    const [envelope, { properties }] = schema.allOf
    const described = parameters.map(({ name, description }: Any) => [name, plain(description)])
    assert.deepEqual(fieldsIn(request), [...described, ...fieldsOf(envelope, document)])
    for (const { example } of parameters) assert.ok(wordsOf(request).includes(example))
    const statuses = Object.entries<Any>(post.responses).map(
      ([status, { description }]) => `${status === "default" ? "Other" : status} ${description}`,
    )
    assert.deepEqual((request?.querySelectorAll("[data-causes] dt") ?? []).map(wordsOf).sort(), statuses.sort())
    const section = page.all(`[id="${type}"]`)[0] as HTMLElement
    assert.deepEqual([...section.querySelectorAll("h3"), ...section.querySelectorAll("p")].map(wordsOf), [type, plain(post.summary)]) // biome-ignore format: one thought
    const group = section.parentNode as HTMLElement
    assert.deepEqual(fieldsIn(group), fieldsOf(properties.data, document), type)
    for (const value of valuesOf(followed(properties.data, document))) assert.ok(wordsOf(group).includes(value), value)
    assert.deepEqual(JSON.parse(wordsOf(group.querySelector(`[data-example="${type}"] pre`))), example)
  }
  const groups = new Set(webhooks.map(([, { post }]) => post.requestBody.content["application/json"].schema.allOf[1].properties.data.$ref)) // biome-ignore format: one thought
  assert.equal(page.all("[data-fields]").length, groups.size + 2, "fields that types share stand once")
})

/** The texts between which the values of some field must choose. */
const valuesOf = (schema: Any): string[] =>
  typeof schema === "object" ? [...(schema?.enum ?? []), ...Object.values(schema ?? {}).flatMap(valuesOf)] : []

function compareOperation(page: Visited, operation: Any, document: Any): void {
  const section = page.all(`#${operation.operationId}`)[0] as HTMLElement
  assert.equal(wordsOf(section.querySelector("h3")), operation.summary)
  const text = wordsOf(section)
  for (const words of [`${operation.method} ${operation.path}`, plain(operation.description)])
    assert.ok(text.includes(words), words)
  const body = operation.requestBody?.content["application/json"]
  const parameters = operation.parameters.map((part: Any) => followed(part, document))
  const places = ["path", "query", "header"].flatMap((place) => parameters.filter((part: Any) => part.in === place))
  const inputs = [
    ...places.map(({ name, description }: Any) => [name, plain(description)]),
    ...(body ? fieldsOf(body.schema, document) : []),
  ]
  const ofAnswers = new Set(section.querySelectorAll("details [data-fields]"))
  const own = section.querySelectorAll("[data-fields]").filter((list) => !ofAnswers.has(list))
  assert.deepEqual(own.flatMap(rowsIn), inputs)
  compareAnswers(page, section, { operation, document })
  const shown = section.querySelectorAll("[data-example] pre").map(({ textContent }) => JSON.parse(textContent))
  assert.deepEqual(shown, [...examplesOf({ content: operation.requestBody?.content }), ...examplesOf(operation.responses[200])]) // biome-ignore format: one thought
}

function compareAnswers(page: Visited, section: HTMLElement, { operation, document }: Any): void {
  const everywhere = page.all('section[aria-labelledby="headers"] > p code').map(wordsOf)
  const { default: _, ...responses } = operation.responses
  const shown = section.querySelectorAll("details[data-status]")
  assert.deepEqual(shown.map((part) => part.getAttribute("data-status")), Object.keys(responses)) // biome-ignore format: one thought
  for (const part of shown) {
    const response = responses[part.getAttribute("data-status") ?? ""]
    assert.ok(wordsOf(part).includes(plain(response.description)))
    const lists = part.querySelectorAll("p").filter((words) => words.textContent.startsWith("Headers:"))
    const named = lists.flatMap((list) => list.querySelectorAll("code").map(wordsOf))
    assert.deepEqual([...everywhere, ...named].sort(), Object.keys(response.headers).sort())
    const schema = response.content?.["application/json"]?.schema
    if (schema?.$ref?.endsWith("/Error")) assert.deepEqual(causesIn(part), examplesOf(response).map(toCause))
    else assert.deepEqual(fieldsIn(part), schema ? fieldsOf(schema, document) : [])
  }
}

function followed(part: Any, document: Any): Any {
  if (!part.$ref) return part
  return part.$ref.slice(2).split("/").reduce((node: Any, name: string) => node[name], document) // biome-ignore format: one thought
}

/** The name and the description of each field, as any reader of JSON Schema finds them. */
function fieldsOf(schema: Any, document: Any, around = ""): string[][] {
  const own = followed(schema, document)
  if (own.items) return fieldsOf(own.items, document, `${around.slice(0, -1)}[].`)
  if (own.oneOf) return own.oneOf.flatMap((one: Any) => fieldsOf(one, document, around))
  return Object.entries<Any>(own.properties ?? {}).flatMap(([name, property]) => {
    const described = property.description ?? followed(property, document).description ?? ""
    return [[`${around}${name}`, plain(described)], ...fieldsOf(property, document, `${around}${name}.`)]
  })
}

const fieldsIn = (part: HTMLElement | undefined) => (part?.querySelectorAll("[data-fields]") ?? []).flatMap(rowsIn)

function rowsIn(list: HTMLElement): string[][] {
  return list.querySelectorAll("div").map((row) => {
    const limits = wordsOf(row.querySelector("dd small"))
    return [wordsOf(row.querySelector("dt code")), wordsOf(row.querySelector("dd")).replace(limits, "").trim()]
  })
}

const examplesOf = (response: Any): Any[] =>
  Object.values<Any>(response.content?.["application/json"]?.examples ?? {}).map(({ value }) => value)

const toCause = ({ error: { code, message, hint = "" } }: Any) => [`${code} ${plain(message)}`, plain(hint)]

function causesIn(part: HTMLElement | undefined): string[][] {
  return (part?.querySelectorAll("[data-causes] > div") ?? []).map((row) => {
    const status = wordsOf(row.querySelector("dt b"))
    return [wordsOf(row.querySelector("dt")).slice(status.length).trim(), wordsOf(row.querySelector("dd"))]
  })
}

test("the references of operations and events have at most 12 kB each, and nothing inline (figure 7 of doors)", async (t) => {
  const { visit } = await pageWorld(t)
  for (const path of ["/developers/reference", "/developers/events"]) {
    const { html, headers } = await visit(path)
    const size = gzipSync(html, { level: 9 }).length
    t.diagnostic(`${path}: ${size} bytes`)
    assert.ok(size <= 12_000, `${path}: ${size} bytes`)
    assert.match(String(headers["content-security-policy"]), /script-src 'nonce-[\w-]+'/)
    assert.doesNotMatch(html, /<(?:script|style)(?![^>]* src=)[^>]*>[^<]|\son\w+=|\sstyle=/)
  }
})

test("303: a form of a GET leads to the API without a script; other queries show the page", async (t) => {
  const { visit } = await pageWorld(t)
  const page = await visit("/developers/reference")
  const forms = page.all("form[data-try]").filter((form) => !form.hasAttribute("hidden"))
  const sent = forms.map((form) => {
    const fields = form.querySelectorAll("input").map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""]) // biome-ignore format: one thought
    return `${form.getAttribute("action")}?${new URLSearchParams(fields)}`
  })
  const answers = await Promise.all(sent.map((path) => visit(path)))
  assert.deepEqual(answers.map(({ status, headers }) => [status, headers.location]), [[303, "/api/onboard/check-slug?slug=studio"], [303, "/api/pay/demo"], [303, "/api/og?title=Hello&description=From+the+studio"]]) // biome-ignore format: one thought
  for (const { headers } of answers) assert.notEqual((await visit(String(headers.location))).status, 500)
  const hostile = await visit("/developers/reference?try=getOffer&key=..%2F..%2Faccount%3Fx&key=b")
  assert.match(String(hostile.headers.location), /^\/api\/pay\/[\w.%]+$/)
  for (const other of ["try=startCheckout&key=demo", "try=constructor", "try=", "x=1"])
    assert.equal((await visit(`/developers/reference?${other}`)).status, 200, other)
})

test("with a real processor the reference offers no write but checkDomain", async (t) => {
  const world = await pageWorld(t)
  const real = await pageWorld(t, {}, (app) => ({ ...app, payments: { ...app.payments, name: "stripe" } as Payments }))
  const offered = async ({ visit }: PageWorld) =>
    (await visit("/developers/reference")).all("form[data-try=POST]").map((form) => form.getAttribute("data-path"))
  assert.deepEqual(await offered(real), ["/api/onboard/check-domain"])
  assert.equal((await offered(world)).length, 4)
})
