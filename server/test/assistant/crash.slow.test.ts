import assert from "node:assert/strict"
import { perform } from "#access/perform.ts"
import { readSettings } from "#config/settings.ts"
import {
  askAssistant,
  decideCalls,
  getConversation,
  leaseMs,
  listAssistantEntries,
  type ShownConversation,
  sweepRuns,
  undoCalls,
} from "#domains/assistant/on-demand.ts"
import { attachToolServer, getToolServer, reviewToolServer } from "#domains/tool-servers/on-demand.ts"
import { AssistantHub } from "#engines/runs/hub.ts"
import { until } from "#test/support/basics/until.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { type DatabaseKind, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { type AwayApp, dyingApp, silentApp } from "#test/support/processes/dying-app.ts"
import { obedient } from "#test/support/stand-ins/model/model-stand-in.ts"
import { echoTool, type ToolPeer, toolPeer } from "#test/support/stand-ins/tool-server.ts"
import {
  type AssistantWorld,
  assistantWorld,
  callsOf,
  waitingOf,
  wordsOf,
} from "#test/support/worlds/assistant-world.ts"

/** Kills at every statement in `npm run soak`, else at one of this many. */
const every = process.env.TOOL_KILLS === undefined ? 61 : 1

const plenty = 1_000_000_000_000
const budgets = { memberDayTokens: plenty, workspaceMonthTokens: plenty, installationDayTokens: plenty }

interface Ground {
  readonly studio: AssistantWorld
  readonly peer: ToolPeer
}

interface Scene {
  readonly name: string
  /** Prepares the conversation during which the process is killed. */
  prepare(ground: Ground, key: string): Promise<ShownConversation>
  /** The person's post to the killed process. */
  post(act: AssistantWorld["act"], before: ShownConversation, key: string): Promise<unknown>
  /** The person's post to the other process, where the first one had not accepted it. Returns the result. */
  finish(ground: Ground, found: ShownConversation, key: string): Promise<ShownConversation>
  /** Checks the final state. */
  check(ground: Ground, end: ShownConversation, key: string): Promise<void>
}

const link = (slug: string) => `DO create_link {"destination":"https://example.com/${slug}","slug":"${slug}"}`

async function slugsWith({ studio }: Ground, key: string): Promise<string[]> {
  const links = await studio.app.database.read
    .selectFrom("short_links")
    .select(["slug", "deleted_at"])
    .where("slug", "like", `${key}%`)
    .execute()
  return links.filter(({ deleted_at }) => deleted_at === null).map(({ slug }) => slug ?? "").toSorted() // biome-ignore format: one thought
}

const statesOf = (conversation: ShownConversation, tool: string) =>
  valuesOf(callsOf(conversation).filter((call) => call.tool === tool), "state") // biome-ignore format: one thought

const allow = async ({ studio }: Ground, found: ShownConversation) =>
  waitingOf(found).length === 0 ? found : studio.decide("member", found, "once")

const allowing: Scene["post"] = (act, before) =>
  act("member", decideCalls, {
    conversationId: before.id,
    decisions: waitingOf(before).map(({ id }) => ({ callId: id, answer: "once" })),
  })

const scenes: Scene[] = [
  {
    name: "a question that reads, and asks about a write",
    prepare: ({ studio }) => studio.ask("member", "Hello"),
    post: (act, { id }, key) =>
      act("member", askAssistant, { conversationId: id, text: `DO list_links {"query":"${key}"}\n${link(key)}` }),
    async finish(ground, found, key) {
      assert.deepEqual(await slugsWith(ground, key), [], "nothing was written without an approval")
      const hasAsked = found.messages.some(({ parts }) => JSON.stringify(parts).includes(key))
      if (hasAsked) assert.equal(waitingOf(found).length, 1, "the card is there, once")
      const asked = hasAsked ? found : await ground.studio.ask("member", link(key), { conversationId: found.id })
      return allow(ground, asked)
    },
    async check(ground, end, key) {
      assert.deepEqual(statesOf(end, "create_link"), ["done"])
      assert.deepEqual(await slugsWith(ground, key), [key])
    },
  },
  {
    name: "a write that was allowed",
    prepare: ({ studio }, key) => studio.ask("member", link(key)),
    post: allowing,
    finish: allow,
    async check(ground, end, key) {
      assert.deepEqual(statesOf(end, "create_link"), ["done"])
      assert.deepEqual(await slugsWith(ground, key), [key])
    },
  },
  {
    name: "a plan",
    prepare: ({ studio }, key) =>
      studio.ask("member", `${link(`${key}-a`)}\nDO create_doc {"title":"${key}"}\n${link(`${key}-b`)}`),
    post: allowing,
    async finish(ground, found, key) {
      const written = await slugsWith(ground, key)
      assert.ok(written.length === 0 || written.length === 2, `all or nothing: ${written}`)
      return allow(ground, found)
    },
    async check(ground, end, key) {
      assert.deepEqual(valuesOf(callsOf(end), "state"), ["done", "done", "done"])
      assert.deepEqual(await slugsWith(ground, key), [`${key}-a`, `${key}-b`])
      const { read } = ground.studio.app.database
      assert.equal((await read.selectFrom("docs").select("id").where("title", "=", key).execute()).length, 1)
    },
  },
  {
    name: "taking a write back",
    prepare: async (ground, key) => allow(ground, await ground.studio.ask("member", link(key))),
    post: (act, { id }) => act("member", undoCalls, { conversationId: id }),
    async finish({ studio }, found) {
      if (statesOf(found, "create_link")[0] === "undone") return found
      await studio.act("member", undoCalls, { conversationId: found.id })
      return studio.settled("member", found.id)
    },
    async check(ground, end, key) {
      assert.deepEqual(statesOf(end, "create_link"), ["undone"])
      assert.deepEqual(await slugsWith(ground, key), [])
    },
  },
  {
    name: "a call to another server",
    prepare: ({ studio }, key) => studio.ask("member", `DO s1__echo {"text":"${key}"}`),
    post: allowing,
    finish: allow,
    async check({ peer }, end, key) {
      const calls = peer.calls.filter((call) => JSON.stringify(call.arguments).includes(key))
      const [call] = callsOf(end)
      assert.ok(call)
      if (call.state === "done") assert.equal(calls.length, 1)
      else {
        assert.equal(call.state, "lost")
        assert.match(call.summary, /Unknown result/)
        assert.ok(calls.length <= 1, "it is never called again by itself")
      }
    },
  },
]

/** Invariants of every end: no call hangs, every record line is true, every token is counted. */
async function checkAll({ studio }: Ground, { id, run, messages }: ShownConversation): Promise<void> {
  assert.equal(run, null)
  assert.equal(wordsOf({ id, messages } as ShownConversation), "Done.")
  const { read } = studio.app.database
  const calls = await read.selectFrom("assistant_calls").selectAll().where("conversation_id", "=", id).execute()
  const lines = await read.selectFrom("assistant_entries").select(["call_id", "outcome"]).orderBy("seq").execute()
  for (const call of calls) {
    const outcomes = lines.filter((line) => line.call_id === call.id).map(({ outcome }) => outcome)
    assert.deepEqual(outcomes, call.state === "undone" ? ["done", "undone"] : [call.state])
  }
  assert.equal((await studio.act("admin", listAssistantEntries, { limit: 1 })).record?.brokenAt, null)
  const taken = await read.selectFrom("assistant_messages").select(["input_tokens", "output_tokens"]).execute()
  const spent = await read.selectFrom("assistant_spending").select(["subject", "tokens"]).execute()
  const all = taken.reduce(
    (sum, { input_tokens, output_tokens }) => sum + (input_tokens ?? 0) + (output_tokens ?? 0),
    0,
  )
  for (const { tokens, subject } of spent) assert.equal(Number(tokens), all, subject)
}

/**
 * Runs a scene in a process until it is away, and continues it in another one; then the first one returns. Returns
 * whether it was away.
 */
async function leave(ground: Ground, scene: Scene, { away, key }: { away: AwayApp; key: string }): Promise<boolean> {
  const { studio } = ground
  const before = await scene.prepare(ground, key)
  const hub = new AssistantHub(away.app)
  const caller = studio.callers.member
  const act: AssistantWorld["act"] = (_, action, input) => perform({ app: away.app, caller }, action, input)
  let isPosted = false
  const posted = scene
    .post(act, before, key)
    .catch(() => {})
    .finally(() => {
      isPosted = true
    })
  await until(async () => {
    const wasPosted = isPosted // read before the run
    const { run } = await studio.act("member", getConversation, { id: before.id })
    return away.isAway || (wasPosted && (run === null || run.state === "waiting"))
  })
  const takeUp = async () => {
    studio.clock.advance(leaseMs + 1)
    await sweepRuns(studio.cx) // as every process does every five seconds
    return studio.settled("member", before.id)
  }
  const hasGone = away.isAway
  if (hasGone) await takeUp()
  away.resume()
  await posted
  await hub.close()
  const end = await scene.finish(ground, await takeUp(), key)
  await scene.check(ground, end, key)
  await checkAll(ground, await studio.ask("member", "Thank you", { conversationId: end.id }))
  return hasGone
}

async function withServer(t: Parameters<typeof assistantWorld>[0], kind: DatabaseKind): Promise<Ground> {
  const peer = await toolPeer(t)
  peer.tools = [{ ...echoTool, annotations: {} }] // its effect is unknown after a kill
  const assistant = { limits: { ...readSettings({}).assistantLimits, ...budgets } }
  const studio = await assistantWorld(t, obedient, { kind, toolPeers: [peer], assistant })
  const { id } = await studio.act("admin", attachToolServer, { url: peer.url, auth: "none" })
  const { tools } = await studio.act("admin", getToolServer, { id })
  const accept = tools.flatMap(({ name, digest }) => (digest === null ? [] : [{ name, digest }]))
  await studio.act("admin", reviewToolServer, { id, accept })
  return { studio, peer }
}

/** Runs each scene with a process that leaves at each place in turn. Returns how many left. */
async function leaveAll(
  ground: Ground,
  away: typeof dyingApp,
  { first, step }: { first: number; step: number },
): Promise<number> {
  let gone = 0
  for (const [index, scene] of scenes.entries()) {
    for (let at = first; ; at += step) {
      const where = { away: away(ground.studio.app, at), key: `${away.name.slice(0, 1)}${index}-${at}` }
      const hasGone = await leave(ground, scene, where).catch((cause: unknown) => {
        throw new Error(`${scene.name}, away at ${at}`, { cause })
      })
      if (!hasGone) break
      gone += 1
    }
  }
  return gone
}

// The two databases use different places, so that together they cover more.
onBothDatabases("after a kill at any statement, the record is true and each write was done once", async (t, kind) => {
  const first = kind === "sqlite" ? 1 : 1 + Math.floor(every / 2)
  const kills = await leaveAll(await withServer(t, kind), dyingApp, { first, step: every })
  t.diagnostic(`${kills} kills`)
  assert.ok(kills >= scenes.length)
})

onBothDatabases("a process that returns after its lease has expired writes nothing more", async (t, kind) => {
  const first = kind === "sqlite" || every === 1 ? 1 : 3
  const gone = await leaveAll(await withServer(t, kind), silentApp, { first, step: Math.ceil(every / 9) })
  t.diagnostic(`away ${gone} times`)
  assert.ok(gone >= scenes.length)
})
