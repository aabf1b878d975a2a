import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { createLink } from "#domains/links/index.ts"
import { eventTable, fanOutEvents, makeEndpoint, sendHooks, testEndpoint } from "#domains/webhooks/index.ts"
import { until } from "#test/support/basics/until.ts"
import { atEnd, temporaryFolder } from "#test/support/databases/test-databases.ts"
import { freePort } from "#test/support/http/free-port.ts"
import { hookReceiver } from "#test/support/stand-ins/hook-receiver.ts"
import { world } from "#test/support/worlds/world.ts"
import { eventDocs } from "../../src/scripts/event-docs.ts"

const root = join(import.meta.dirname, "../../..")
const guide = readFileSync(join(root, "docs/developers/webhooks.md"), "utf8")
const blocks = [...guide.matchAll(/^```(\w+)([^\n]*)\n(.*?)^```/gms)].map(([, language = "", info = "", code = ""]) => {
  return { language, info, code }
})
const codeIn = (language: string) => blocks.find((block) => block.language === language)?.code ?? ""

test("the guide of webhooks lists the events of the table", () => {
  assert.equal(guide, eventDocs(guide, eventTable), "run `npm run docs`")
})

test("both receivers of the webhooks guide accept a test and refuse another body, and the body has the shown form", async (t) => {
  assert.deepEqual(blocks.map(({ language, info }) => (info ? `${language}${info}` : language)), ["sh not run: it starts a service that does not end", "ts", "py", "json"]) // biome-ignore format: a list
  const [tsPort, pyPort] = [await freePort(), await freePort()]
  const inspector = await hookReceiver(t)
  const { act, clock, cx, workspaceId } = await world(t, undefined, {
    receivers: [{ port: tsPort }, { port: pyPort }, inspector],
  })
  // The receivers compare the time of a request with their own clock.
  clock.advance(Date.now() - clock.now())
  const arrive = async (url: string) => {
    const { endpoint, secret } = await act("admin", makeEndpoint, { url, types: ["*"] })
    const send = async () => {
      await fanOutEvents(cx, { workspaceId })
      await sendHooks(cx, { workspaceId, endpointId: endpoint.id })
    }
    return { id: endpoint.id, secret, send }
  }
  for (const [language, command, port] of [
    ["ts", process.execPath, tsPort],
    ["py", "python3", pyPort],
  ] as const) {
    const url = `http://127.0.0.1:${port}/`
    const { id, secret, send } = await arrive(url)
    const output = run(t, { command, language, port, secret })
    await until(() => fetch(url, { method: "POST", body: "{}" }).then(({ status }) => status === 400, () => false)) // biome-ignore format: one thought
    await act("admin", testEndpoint, { id, type: "webhook.test" })
    await send()
    await until(async () => output() === `webhook.test ${id}\n`)
  }
  const { id, send } = await arrive(inspector.url)
  await act("admin", testEndpoint, { id, type: "webhook.test" })
  await send()
  await act("owner", createLink, { destination: "https://example.com/spring", title: "Spring sale" })
  await send()
  assert.deepEqual(formOf(JSON.parse(inspector.hooks.at(-1)?.body ?? "")), formOf(JSON.parse(codeIn("json"))))
})

interface Program {
  command: string
  language: "ts" | "py"
  port: number
  secret: string
}

/** Starts a receiver of the guide on a port of its own. Returns what it has printed so far. */
function run(t: TestContext, { command, language, port, secret }: Program): () => string {
  const client = new URL("../../../client/src/webhooks.ts", import.meta.url).href
  const file = join(temporaryFolder(t), `receiver.${language === "ts" ? "mts" : "py"}`)
  writeFileSync(file, codeIn(language).replaceAll("4000", String(port)).replace("@atelier/client/webhooks", client))
  const child = spawn(command, [file], { env: { ...process.env, WEBHOOK_SECRET: secret } })
  atEnd(t, () => child.kill())
  let output = ""
  child.stdout.on("data", (text) => {
    output += text
  })
  return () => output
}

/** A value with the types of its parts. */
function formOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, formOf(part)]))
}
