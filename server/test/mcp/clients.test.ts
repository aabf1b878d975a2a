import assert from "node:assert/strict"
import { test } from "node:test"
import type { Scope } from "#access/scopes.ts"
import { listConnections, revokeConnection } from "#domains/connections/index.ts"
import { tools } from "#surfaces/mcp/tools.ts"
import { type Agent, listeningWorld, openAgent } from "#test/support/agents/agent.ts"
import { allScopes } from "#test/support/agents/connect.ts"
import {
  type OfficialClient,
  type OpenClient,
  openFirstLine,
  openSecondLine,
} from "#test/support/agents/official-clients.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import type { OAuthWorld } from "#test/support/worlds/oauth-world.ts"

const lines: [string, OpenClient<OfficialClient>, { stepsUp: boolean }][] = [
  // It answers a missing scope with a refresh, which cannot widen a grant: its program must authorize again.
  ["the official client of the first line", openFirstLine, { stepsUp: false }],
  ["the official client of the second line", openSecondLine(), { stepsUp: true }],
  [
    "the same, looking for a later era first",
    openSecondLine({ versionNegotiation: { mode: "auto" } }),
    { stepsUp: true },
  ],
]

for (const [name, open, { stepsUp }] of lines) {
  test(`${name} runs the whole authorization flow`, async (t) => {
    const world = await listeningWorld(t)
    const unticked = new Set<Scope>(["links:write"])
    const agent = await openAgent(t, world, unticked)
    const session = await open(t, new URL(`${world.base}/mcp`), agent.keeper)

    await readsWithoutToken(session, agent)
    await consentsAtTheFirstCall(session, agent)
    await refreshes(session, agent, world)
    await reconnectsWithAnOldToken(() => open(t, new URL(`${world.base}/mcp`), agent.keeper), agent, world)
    unticked.clear()
    await stepsUpAfter403(session, agent, stepsUp)
    await endsAtRevocation(session, agent, world)
  })
}

test("a client of only a later protocol gets a refusal that says so, and no consent is requested", async (t) => {
  const world = await listeningWorld(t)
  const agent = await openAgent(t, world)
  const open = openSecondLine({ versionNegotiation: { mode: { pin: "2026-07-28" } } })
  await assert.rejects(open(t, new URL(`${world.base}/mcp/`), agent.keeper), /2026-07-28|2025-06-18/)
  assert.equal(agent.asked.length, 0)
})

async function readsWithoutToken(session: OfficialClient, agent: Agent): Promise<void> {
  assert.deepEqual(
    valuesOf((await session.listTools()).tools, "name"),
    tools.map(({ name }) => name),
  )
  const { resources } = await session.listResources()
  for (const { uri } of resources) assert.equal((await session.readResource({ uri })).contents.length, 1)
  assert.equal(agent.asked.length, 0)
}

/** Discovery, consent and code, all starting from the 401 of one call. */
async function consentsAtTheFirstCall(session: OfficialClient, agent: Agent): Promise<void> {
  await assert.rejects(session.callTool({ name: "list_links" }), /unauthorized/i)
  await session.finish(agent.callback())

  assert.deepEqual(agent.asked.at(-1)?.searchParams.get("scope")?.split(" "), allScopes)
  const { structuredContent, content } = await session.callTool({ name: "list_links", arguments: { limit: 5 } })
  assert.deepEqual(structuredContent, { workspace: { slug: "studio", name: "Studio Ada" }, links: [] })
  assert.deepEqual(content, [{ type: "text", text: JSON.stringify(structuredContent) }])
}

async function refreshes(session: OfficialClient, agent: Agent, { clock }: OAuthWorld): Promise<void> {
  const before = agent.issued.length
  clock.advance(3_600_001)
  assert.ok((await session.callTool({ name: "list_links" })).structuredContent)
  assert.equal(agent.issued.length, before + 1)
  assert.equal(agent.asked.length, 1, "no consent was asked again")
}

/** Restarts the client's program. For any version that it tries first, it ends up with the refreshed token. */
async function reconnectsWithAnOldToken(
  open: () => Promise<OfficialClient>,
  agent: Agent,
  world: OAuthWorld,
): Promise<void> {
  const before = agent.issued.length
  world.clock.advance(3_600_001)
  const session = await open()
  assert.ok((await session.callTool({ name: "list_links" })).structuredContent)
  assert.equal(agent.issued.length, before + 1)
  assert.equal(agent.asked.length, 1, "no consent was asked again")
}

async function stepsUpAfter403(session: OfficialClient, agent: Agent, stepsUp: boolean): Promise<void> {
  const create = { name: "create_link", arguments: { destination: "https://example.com/" } }
  await assert.rejects(session.callTool(create))
  if (!stepsUp) {
    agent.forget()
    await assert.rejects(session.callTool(create), /unauthorized/i)
  }
  assert.equal(agent.asked.length, 2)
  assert.deepEqual(agent.asked.at(-1)?.searchParams.get("scope")?.split(" "), allScopes)
  await session.finish(agent.callback())
  const { structuredContent } = await session.callTool(create)
  assert.equal((structuredContent as { destination: string }).destination, "https://example.com/")
}

async function endsAtRevocation(session: OfficialClient, agent: Agent, { act }: OAuthWorld): Promise<void> {
  const { items } = await act("member", listConnections, {})
  for (const { id } of items) await act("member", revokeConnection, { id })
  await assert.rejects(session.callTool({ name: "create_link", arguments: { destination: "https://example.com/" } }))
  assert.equal(agent.keeper.tokens(), undefined, "a refresh is refused too, and the client forgets its tokens")
  assert.equal(agent.asked.length, 3, "the person is asked again")
}
