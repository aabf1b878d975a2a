import assert from "node:assert/strict"
import { performance } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import { revokeConnection } from "#domains/connections/index.ts"
import { runs } from "#test/support/basics/property-runs.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { type McpWorld, mcpWorld } from "#test/support/worlds/mcp-world.ts"

const rounds = runs(15)
const inFlight = 20

onBothDatabases(`no write commits after its connection was ended: ${rounds} × ${inFlight} calls`, async (t, kind) => {
  const world = await mcpWorld(t, { kind, settings: { SVC_RATE_READS: "1000000", SVC_RATE_TOOLS: "1000000" } })
  const { act, callers, call, connect } = world
  const undisturbedMs = await timeUndisturbed(world)
  let done = 0
  let refused = 0
  let torn = 0
  for (let round = 0; round < rounds; round += 1) {
    const { accessToken, grantId } = await connect(callers.member)
    const create = () => call(accessToken, "create_link", { destination: `https://example.com/${grantId}` })

    const calls = Array.from({ length: inFlight }, create)
    if (round % 2 === 0) await answered(calls, round % inFlight)
    else await sleep(Math.random() * undisturbedMs)
    await act("member", revokeConnection, { id: grantId })
    const linksAtTheEnd = await countLinks(world, grantId)
    const answers = await Promise.all([...calls, create()])

    assert.equal(await countLinks(world, grantId), linksAtTheEnd, "a write committed after the end")
    assert.equal(answers.at(-1)?.status, 401)
    const successes = answers.filter(({ body }) => body.result).length
    assert.equal(successes, linksAtTheEnd, "each answered call has written, and no other")
    assert.ok(answers.every(({ status, body }) => body.result ?? status === 401))
    done += successes
    if (successes > 0 && successes < inFlight) torn += 1
    refused += inFlight - successes
  }
  t.diagnostic(`${done} calls were done, ${refused} refused, in ${torn} rounds both`)
  assert.ok(done > 0 && refused > 0, "the end fell between calls")
})

/** The shortest duration of so many calls without an end of the connection. The end must fall within it. */
async function timeUndisturbed({ callers, call, connect }: McpWorld): Promise<number> {
  const { accessToken } = await connect(callers.member)
  const link = { destination: "https://example.com/undisturbed" }
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 10; round += 1) {
    const begin = performance.now()
    await Promise.all(Array.from({ length: inFlight }, () => call(accessToken, "create_link", link)))
    best = Math.min(best, performance.now() - begin)
  }
  return best
}

/** Waits until so many calls have their answers; the others are still running. */
function answered(calls: Promise<unknown>[], wanted: number): Promise<void> {
  return new Promise((resolve) => {
    let have = 0
    const look = () => {
      if (have >= wanted) resolve()
      have += 1
    }
    look()
    for (const call of calls) void call.then(look)
  })
}

async function countLinks({ app }: McpWorld, grantId: string): Promise<number> {
  const links = app.database.read.selectFrom("short_links").select("id")
  return (await links.where("destination", "=", `https://example.com/${grantId}`).execute()).length
}

/** More at once would wait for one of the pool's connections until its deadline on a slow machine. */
const atOnce = 100

onBothDatabases(
  `1000 calls of two connections with the same ids, ${atOnce} at once, get their own answers`,
  async (t, kind) => {
    const { callers, connect, send } = await mcpWorld(t, { kind, settings: { SVC_RATE_TOOLS: "1000000" } })
    const first = { slug: "studio", ...(await connect(callers.member)) }
    const second = { slug: "elsewhere", ...(await connect(callers.stranger, { workspace: "elsewhere" })) }
    const params = { name: "list_workspaces", arguments: {} }
    const isOwnAnswer = async (n: number) => {
      const { slug, accessToken } = n % 2 === 0 ? first : second
      const id = Math.floor(n / 2)
      const message = JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params })
      const { body } = await send(message, { authorization: `Bearer ${accessToken}` })
      return body.id === id && body.result.structuredContent.workspaces[0].slug === slug
    }
    let begun = 0
    const callOn = async () => {
      while (begun < 1000) {
        const call = begun++
        assert.ok(await isOwnAnswer(call), `call ${call}`)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, callOn))
  },
)
