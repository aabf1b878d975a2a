import assert from "node:assert/strict"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { emptyDatabaseUrl, onBothDatabases, temporaryFolder } from "#test/support/databases/test-databases.ts"
import { startServer } from "#test/support/processes/server-process.ts"

onBothDatabases("the real process serves, works through its outbox and stops", async (t, kind) => {
  const outbox = temporaryFolder(t)
  const settings = { SVC_DATABASE_URL: await emptyDatabaseUrl(t, kind), SVC_MAIL_URL: `outbox:${outbox}` }
  const server = await startServer(t, settings)
  const post = async (path: string, body: object) => {
    const headers = { "content-type": "application/json" }
    const response = await fetch(`${server.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  const { status, body } = await post("/api/pay/demo/gift", { code: "GIFT-FULL", buyerEmail: "bo@example.com" })
  assert.equal(status, 200)
  assert.equal(body.type, "full")
  assert.equal((await fetch(`${server.url}/api/health/ready`)).status, 200)

  while (!readdirSync(outbox).some((name) => name.includes("receipt"))) await new Promise(setImmediate)

  server.process.kill("SIGTERM")
  assert.deepEqual(await server.ended, { code: 0, signal: null })
  const log = server
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .join("\n")
  assert.doesNotMatch(log, /"level":"(warn|error)"/)
  assert.doesNotMatch(log, /bo@example\.com|GIFT-FULL|delivery\/purchase/, "no address, code or link is logged")
})

test("metrics are served on a port of their own, and on no public host", async (t) => {
  const server = await startServer(t, { SVC_METRICS_PORT: "0" })
  const metricsAt = server.output().match(/"address":"(http:[^"]+)"/)?.[1] ?? ""
  await fetch(`${server.url}/api/onboard/check-slug?slug=free`)

  const text = await (await fetch(metricsAt)).text()

  assert.match(text, /^http_requests_total\{endpoint="checkSlug",status="2xx"\} 1$/m)
  assert.match(text, /^jobs\{state="dead"\} 0$/m)
  assert.equal((await fetch(`${server.url}/metrics`)).status, 404, "not to the public")
})

test("a port that is taken ends the start with a sentence and exit code 1", async (t) => {
  const server = await startServer(t)
  await assert.rejects(startServer(t, { SVC_PORT: new URL(server.url).port }), /EADDRINUSE/)
})

test("another secret key on existing data ends the start with one sentence, and the old key behind it does not", async (t) => {
  const [older, newer] = ["the key that the data were made with", "another key of thirty-two characters"]
  const data = { SVC_DATA_DIR: temporaryFolder(t) }
  const first = await startServer(t, { ...data, SVC_SECRET_KEY: older })
  first.process.kill("SIGTERM")
  await first.ended

  const refused = /SVC_SECRET_KEY is not the key that this database was made with: [^\n]+\n?$/
  await assert.rejects(startServer(t, { ...data, SVC_SECRET_KEY: newer }), refused)
  await startServer(t, { ...data, SVC_SECRET_KEY: `${newer},${older}` })
})

test("a key file that was cut ends the start with a sentence, and a first start leaves one whole file", async (t) => {
  const data = temporaryFolder(t)
  writeFileSync(join(data, "secret.key"), "")
  await assert.rejects(
    startServer(t, { SVC_DATA_DIR: data }),
    /secret\.key has no whole key\. Put it back from a backup/,
  )
  rmSync(join(data, "secret.key"))
  await startServer(t, { SVC_DATA_DIR: data })
  assert.deepEqual(readdirSync(data).filter((name) => name.startsWith("secret")), ["secret.key"]) // biome-ignore format: one thought
  assert.ok(readFileSync(join(data, "secret.key"), "utf8").length >= 32)
})

test("the log has the line of every answer when the process has ended, the last one too", async (t) => {
  const server = await startServer(t)
  const asked = Array.from({ length: 250 }, (_, n) => `request-${n}`)
  await Promise.all(
    asked.map(async (id) => {
      const headers = { "x-request-id": id }
      await (await fetch(`${server.url}/api/onboard/check-slug?slug=free`, { headers })).arrayBuffer()
    }),
  )
  server.process.kill("SIGTERM")
  await server.ended

  const lines = server.output().split("\n")
  const logged = lines.filter((line) => line.includes('"checkSlug"')).map((line) => JSON.parse(line).requestId)
  assert.deepEqual(logged.toSorted(), asked.toSorted())
})
