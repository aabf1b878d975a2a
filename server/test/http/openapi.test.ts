import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { promisedStatuses } from "#surfaces/rest/endpoint.ts"
import { endpoints } from "#surfaces/rest/endpoints.ts"
import { httpWorld, testedDocument } from "#test/support/http-world.ts"

interface Operation {
  parameters: { name?: string; $ref?: string }[]
  requestBody?: { content: Record<string, { examples: object }> }
  responses: Record<string, { headers?: object; content?: Record<string, { examples?: object }> }>
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

  test("304 for who has it already", async (t) => {
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

test("openapi.json is clean by the recommended rules of a linter", async () => {
  const config = await createConfig({ extends: ["recommended"] })

  const problems = await lintFromString({ source: JSON.stringify(testedDocument), config })

  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`),
    [],
  )
})

test("openapi.json describes every endpoint with every status it promises, its parameters and examples", () => {
  const { paths } = testedDocument as { paths: Record<string, Record<string, Operation>> }
  for (const endpoint of endpoints) {
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    assert.ok(operation, endpoint.id)
    for (const status of promisedStatuses(endpoint)) assert.ok(operation.responses[status], `${endpoint.id} ${status}`)
    const references = operation.parameters.map(({ $ref, name }) => $ref ?? name)
    assert.ok(references.includes("#/components/parameters/Version"), endpoint.id)
    assert.equal(references.includes("#/components/parameters/IdempotencyKey"), endpoint.idempotent, endpoint.id)
    assert.ok(endpoint.method === "GET" || operation.requestBody?.content["application/json"]?.examples, endpoint.id)
    assert.ok(
      endpoint.answers !== "application/json" || operation.responses[200]?.content?.["application/json"]?.examples,
    )
  }
})
