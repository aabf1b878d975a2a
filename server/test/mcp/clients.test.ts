import assert from "node:assert/strict"
import { test } from "node:test"
import { auth } from "@modelcontextprotocol/client"
import { perform } from "#access/perform.ts"
import type { Scope } from "#access/scopes.ts"
import { openStreamElements } from "#adapters/stream-elements/kappa.ts"
import { connectChannel } from "#domains/chat-commands/index.ts"
import { listConnections, revokeConnection } from "#domains/connections/index.ts"
import { tools } from "#surfaces/mcp/tools.ts"
import { type Agent, listeningWorld, openAgent } from "#test/support/agents/agent.ts"
import { allScopes } from "#test/support/agents/connect.ts"
import { newEra } from "#test/support/agents/new-era.ts"
import {
  type OfficialClient,
  type OpenClient,
  openFirstLine,
  openSecondLine,
} from "#test/support/agents/official-clients.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { openStreamElementsStandIn } from "#test/support/stand-ins/stream-elements.ts"
import { toolArguments } from "#test/support/worlds/mcp-world.ts"
import type { OAuthWorld } from "#test/support/worlds/oauth-world.ts"

const channel = { channel: "ada_draws", tokenKind: "jwt", token: "jwt-of-ada-draws" } as const

interface Line {
  name: string
  open: OpenClient<OfficialClient>
  /** The first message of each of its connections. */
  begins: "initialize" | "server/discover" | "tools/list"
  /** Without it, the client answers a missing scope with a refresh, which cannot widen a grant. */
  stepsUp: boolean
}

const negotiating = (mode: "auto" | { pin: string }) => openSecondLine({ versionNegotiation: { mode } })
const lines: Line[] = [
  { name: "of the first line", open: openFirstLine, begins: "initialize", stepsUp: false },
  { name: "of the second line", open: openSecondLine(), begins: "initialize", stepsUp: true },
  { name: "that looks for the new era first", open: negotiating("auto"), begins: "server/discover", stepsUp: true },
  { name: "of the new era only", open: negotiating({ pin: newEra }), begins: "server/discover", stepsUp: true },
]

for (const { name, open, begins, stepsUp } of lines) {
  test(`the official client ${name} runs the whole authorization flow, and calls every tool`, async (t) => {
    const parts = { streamElements: openStreamElements((await openStreamElementsStandIn(t)).url) }
    const world = await listeningWorld(t, parts)
    await perform({ app: { ...world.app, ...parts }, caller: world.callers.admin }, connectChannel, channel)
    const unticked = new Set<Scope>(["links:write"])
    const agent = await openAgent(t, world, unticked)
    const session = await open(t, new URL(`${world.base}/mcp`), agent.keeper)

    await readsWithoutToken(session, agent)
    await consentsAtTheFirstCall(session, agent)
    await refreshes(session, agent, world)
    const again = await reconnectsWithAnOldToken(
      () => open(t, new URL(`${world.base}/mcp`), agent.keeper),
      agent,
      world,
    )
    unticked.clear()
    await stepsUpAfter403(session, agent, stepsUp)
    await callsEveryTool(session)
    if (begins === "server/discover") await isNamed(world)
    await endsAtRevocation(session, agent, world)
    for (const { sent } of [session, again]) {
      assert.equal(sent[0], begins)
      assert.equal(sent.includes("initialize"), begins === "initialize", sent.join(", "))
    }
  })
}

test("clients that look for the new era first sign in at the address that asks for it, before any answer", async (t) => {
  const world = await listeningWorld(t)
  const url = new URL(`${world.base}/mcp?auth=required`)
  for (const mode of ["auto", { pin: newEra }] as const) {
    const { keeper, asked, callback } = await openAgent(t, world)
    await assert.rejects(negotiating(mode)(t, url, keeper), /unauthorized/i)
    assert.equal(asked.length, 1)
    const { code = "", iss = "" } = Object.fromEntries(callback())
    await auth(keeper, { serverUrl: url, authorizationCode: code, iss })
    const session = await negotiating(mode)(t, url, keeper)
    assert.ok((await session.callTool({ name: "list_links" })).structuredContent)
    assert.deepEqual(
      [asked.length, session.sent[0], session.sent.includes("initialize")],
      [1, "server/discover", false],
    )
  }
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
): Promise<OfficialClient> {
  const before = agent.issued.length
  world.clock.advance(3_600_001)
  const session = await open()
  assert.ok((await session.callTool({ name: "list_links" })).structuredContent)
  assert.equal(agent.issued.length, before + 1)
  assert.equal(agent.asked.length, 1, "no consent was asked again")
  return session
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

async function callsEveryTool(session: OfficialClient): Promise<void> {
  for (const { name } of tools) {
    const { structuredContent, isError } = await session.callTool({ name, arguments: toolArguments[name] ?? {} })
    assert.deepEqual([typeof structuredContent, isError], ["object", undefined], name)
  }
}

/** Each request of the new era names the program, so also the first one with a new connection's token. */
async function isNamed({ act }: OAuthWorld): Promise<void> {
  const { items } = await act("member", listConnections, {})
  assert.ok(items.length > 0 && items.every(({ program }) => program === "a test's agent 1.0.0"))
}

async function endsAtRevocation(session: OfficialClient, agent: Agent, { act }: OAuthWorld): Promise<void> {
  const { items } = await act("member", listConnections, {})
  for (const { id } of items) await act("member", revokeConnection, { id })
  await assert.rejects(session.callTool({ name: "create_link", arguments: { destination: "https://example.com/" } }))
  assert.equal(agent.keeper.tokens(), undefined, "a refresh is refused too, and the client forgets its tokens")
  assert.equal(agent.asked.length, 3, "the person is asked again")
}
