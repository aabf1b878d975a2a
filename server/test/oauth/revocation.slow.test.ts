import assert from "node:assert/strict"
import { revokeConnection } from "#domains/connections/index.ts"
import { connect } from "#test/support/agents/connect.ts"
import { runs } from "#test/support/basics/property-runs.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { type HttpWorld, httpWorld } from "#test/support/worlds/http-world.ts"

const rounds = runs(15)
const callsInFlight = 20
const settings = { SVC_RATE_READS: "1000000", SVC_RATE_WRITES: "1000000", SVC_RATE_TOOLS: "1000000" }

/** Calls a tool that writes; returns the HTTP status. */
async function createLink({ ask }: HttpWorld, accessToken: string): Promise<number> {
  const headers = {
    host: "localhost:3000",
    authorization: `Bearer ${accessToken}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  }
  const params = { name: "create_link", arguments: { destination: "https://example.com/a" } }
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params }
  return (await ask("POST", "/mcp", { headers, payload: JSON.stringify(message) })).status
}

async function countLinks({ app }: HttpWorld): Promise<number> {
  const [row] = await app.database.read
    .selectFrom("short_links")
    .select((select) => select.fn.countAll().as("links"))
    .execute()
  return Number(row?.links)
}

onBothDatabases("no write commits after the revocation, whichever calls are in flight", async (t, kind) => {
  const world = await httpWorld(t, { kind, settings })
  const { act, callers } = world
  let written = 0
  let refused = 0
  for (let round = 0; round < rounds; round += 1) {
    const { accessToken, grantId } = await connect(world, callers.member, { scopes: ["links:write"] })
    const calls: Promise<number>[] = []
    const call = () => calls.push(createLink(world, accessToken))
    const before = round % callsInFlight
    for (let at = 0; at < before; at += 1) call()
    for (let turns = round % 7; turns > 0; turns -= 1) await new Promise(setImmediate)
    const revoked = act("member", revokeConnection, { id: grantId })
    for (let at = before; at < callsInFlight; at += 1) call()

    await revoked
    const atRevocation = await countLinks(world)
    const statuses = await Promise.all(calls)

    assert.equal(await countLinks(world), atRevocation, `round ${round}`)
    assert.equal(await createLink(world, accessToken), 401)
    for (const status of statuses) assert.ok([200, 401].includes(status), String(status))
    const made = statuses.filter((status) => status === 200).length
    written += made
    refused += statuses.length - made
    assert.equal(atRevocation, written, "every call that was answered as done is there, and no other")
  }
  t.diagnostic(`${rounds} rounds: ${written} calls wrote, ${refused} were refused`)
  assert.ok(written > rounds && refused > rounds)
})
