import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { newEraRequest } from "#test/support/agents/new-era.ts"
import { openStream } from "#test/support/http/event-stream.ts"
import { startToolServer } from "#test/support/processes/server-process.ts"

test("a stop ends open streams with the final result, and does not wait for their clients", async (t) => {
  const server = await startToolServer(t)
  const client = await connect(t, server.mcp)
  const listening = await client.listen({ toolsListChanged: true })
  const { headers, body } = newEraRequest("subscriptions/listen", { notifications: {} }, { id: "left open" })
  const stream = await openStream(server.mcp, headers, { body })
  await stream.next()
  const paused = await openStream(server.mcp, headers, { body })
  paused.pause()

  server.process.kill("SIGTERM")
  assert.equal(await listening.closed, "graceful")
  await stream.ended
  assert.deepEqual(stream.events.at(-1)?.data.result.resultType, "complete")
  assert.deepEqual(await server.ended, { code: 0, signal: null })
  assert.doesNotMatch(server.output(), /Not everything ended in time/)
  paused.close()
})

test("a killed process leaves streams without a result, which the official client notices", async (t) => {
  const server = await startToolServer(t)
  const client = await connect(t, server.mcp)
  const listening = await client.listen({})
  server.process.kill("SIGKILL")
  assert.equal(await listening.closed, "remote")
})

async function connect(t: TestContext, address: string): Promise<Client> {
  const client = new Client({ name: "a test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } })
  await client.connect(new StreamableHTTPClientTransport(new URL(address)))
  t.after(() => client.close())
  return client
}
