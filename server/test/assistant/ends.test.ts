import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { type App, perform, systemContext } from "#access/perform.ts"
import { openMemoryBus } from "#adapters/bus/memory.ts"
import {
  askAssistant,
  decideCalls,
  findOpenRun,
  findRunMember,
  getConversation,
  leaseMs,
  retryRun,
  type ShownConversation,
  stopRun,
  sweepRuns,
  transitionCall,
  transitionRun,
  undoCalls,
} from "#domains/assistant/on-demand.ts"
import { editLinkAndSlug, listLinks } from "#domains/links/index.ts"
import { attachToolServer, getToolServer, reviewToolServer } from "#domains/tool-servers/on-demand.ts"
import { AssistantHub } from "#engines/runs/hub.ts"
import { Live } from "#engines/runs/state/live.ts"
import { RunLease } from "#engines/runs/state/run-lease.ts"
import { until } from "#test/support/basics/until.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { brokenDatabase } from "#test/support/databases/broken-database.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { silentApp } from "#test/support/processes/dying-app.ts"
import { obedient, type Part } from "#test/support/stand-ins/model/model-stand-in.ts"
import { echoTool, json, type ToolPeer, toolPeer } from "#test/support/stand-ins/tool-server.ts"
import {
  type AssistantWorld,
  assistantWorld,
  callsOf,
  waitingOf,
  wordsOf,
} from "#test/support/worlds/assistant-world.ts"
import { silentLog } from "#test/support/worlds/world.ts"

const never: Part = { until: new Promise(() => {}) }
const link = (slug: string) => `DO create_link {"destination":"https://example.com/${slug}","slug":"${slug}"}`

/** The service in another process, whose bus does not get this one's messages. */
const elsewhere = (app: App): App => ({ ...app, bus: openMemoryBus(silentLog) })

/** Makes the running processes take up due runs, as they do every five seconds. */
async function takeUp(studio: AssistantWorld): Promise<void> {
  studio.clock.advance(leaseMs + 1)
  await sweepRuns(studio.cx)
}

async function slugsOf({ act }: AssistantWorld): Promise<unknown[]> {
  return valuesOf((await act("owner", listLinks, {})).links, "slug").toSorted()
}

const noticesOf = ({ messages }: ShownConversation) =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "notice" ? [[part.code, part.canRetry]] : [])))

/** Asks, and waits until half an answer is stored. */
async function hang(studio: AssistantWorld, act: AssistantWorld["act"]): Promise<string> {
  const { conversationId: id } = await act("member", askAssistant, { text: "Tell me" })
  await untilStored(studio, id, 1)
  return id
}

async function untilStored(studio: AssistantWorld, id: string, times: number): Promise<void> {
  await until(async () => {
    const { messages } = await studio.act("member", getConversation, { id })
    return messages.filter(({ parts }) => JSON.stringify(parts).includes("Half")).length === times
  })
}

test("half an answer of a killed process stays, and the model is asked once more", async (t) => {
  const half = [{ text: `Half${" and half".repeat(300)}`, deltas: 4 }, never]
  const studio = await assistantWorld(t, (_, index) => (index === 0 ? half : ["All of it."]))
  const app = elsewhere(studio.app)
  const hub = new AssistantHub(app)
  const id = await hang(studio, (_, action, input) => perform({ app, caller: studio.callers.member }, action, input))
  await takeUp(studio)
  const done = await studio.settled("member", id)
  assert.equal(wordsOf(done), "All of it.")
  assert.deepEqual(noticesOf(done), [["cut_off", false]])
  assert.ok(!JSON.stringify(studio.model.journal[1]?.messages).includes("Half"), "the model begins again")
  await hub.close()
  assert.deepEqual(await studio.settled("member", id), done, "who comes back later changes nothing")
})

test("an answer that is cut off twice is not retried by itself", async (t) => {
  const half = [{ text: `Half${" and half".repeat(300)}`, deltas: 4 }, never]
  const studio = await assistantWorld(t, (_, index) => (index < 2 ? half : ["All of it."]))
  const app = elsewhere(studio.app)
  const first = new AssistantHub(app)
  const id = await hang(studio, (_, action, input) => perform({ app, caller: studio.callers.member }, action, input))
  await takeUp(studio)
  await untilStored(studio, id, 2)
  const third = new AssistantHub(studio.app)
  await takeUp(studio)
  assert.deepEqual(noticesOf(await studio.settled("member", id)), [["cut_off", false], ["cut_off", true]]) // biome-ignore format: one thought
  await studio.act("member", retryRun, { conversationId: id })
  assert.equal(wordsOf(await studio.settled("member", id)), "All of it.")
  await Promise.all([first.close(), third.close()])
})

test("a process that stops in order releases its run, and another takes it at once", async (t) => {
  const asked = Promise.withResolvers<void>()
  const studio = await assistantWorld(t, (_, index) => {
    asked.resolve()
    return index === 0 ? [never] : ["Done."]
  })
  const { conversationId } = await studio.act("member", askAssistant, { text: "Hello" })
  await asked.promise
  t.mock.timers.enable({ apis: ["setInterval"] }) // no sweep runs, so the bus must wake the other process
  const other = new AssistantHub(studio.app)
  await studio.hub.close()
  assert.equal(wordsOf(await studio.settled("member", conversationId)), "Done.")
  await other.close()
})

test("a process that cannot renew its lease stops work when the lease expires", async (t) => {
  const studio = await assistantWorld(t, [["Done."]])
  await studio.hub.close()
  const { conversationId } = await studio.act("member", askAssistant, { text: "Hello" })
  const open = await findOpenRun(studio.cx, conversationId)
  const run = await studio.cx.atomically((cx) => transitionRun(cx, "take", { id: open?.id ?? "" }))
  assert.ok(run)
  const app = brokenDatabase(studio.app)
  const lease = new RunLease({ app, cx: systemContext(app), live: new Live() }, run)
  await lease.keep()
  assert.equal(lease.signal.aborted, false, "it may answer again in time")
  const now = performance.now()
  t.mock.method(performance, "now", () => now + leaseMs)
  await lease.keep()
  assert.deepEqual([lease.signal.aborted, lease.isOver, lease.isStopAsked], [true, true, false])
  lease.close()
})

test("an undo that is stopped before it begins keeps the write, which can be undone later", async (t) => {
  const studio = await assistantWorld(t, obedient)
  const { id } = await studio.decide("member", await studio.ask("member", link("one")), "once")
  await studio.hub.close()
  await studio.act("member", undoCalls, { conversationId: id })
  await studio.act("member", stopRun, { conversationId: id })
  const kept = await studio.act("member", getConversation, { id })
  assert.deepEqual(callsOf(kept).map(({ state, canUndo, undoRefusal }) => [state, canUndo, undoRefusal]), [["done", true, null]]) // biome-ignore format: one thought
  assert.deepEqual([kept.run, await slugsOf(studio)], [null, ["one"]])
  const hub = new AssistantHub(studio.app)
  await studio.act("member", undoCalls, { conversationId: id })
  assert.equal(callsOf(await studio.settled("member", id))[0]?.state, "undone")
  await hub.close()
})

test("an undo that is stopped midway keeps the remaining writes", async (t) => {
  const studio = await assistantWorld(t, obedient)
  const asked = await studio.ask("member", ["one", "two", "three"].map(link).join("\n"))
  const { id } = await studio.decide("member", asked, "once")
  await studio.hub.close()
  const silent = silentApp(studio.app, 2) // the run is taken, and the first undo is about to begin
  const hub = new AssistantHub({ ...silent.app, bus: studio.app.bus })
  await studio.act("member", undoCalls, { conversationId: id })
  await until(async () => silent.isAway)
  await studio.act("member", stopRun, { conversationId: id })
  silent.resume()
  const stopped = await studio.settled("member", id)
  assert.deepEqual(callsOf(stopped).map(({ state, canUndo }) => [state, canUndo]).toSorted(), [["done", true], ["done", true], ["undone", false]]) // biome-ignore format: one thought
  assert.equal((await slugsOf(studio)).length, 2)
  await hub.close()
})

test("a stop that a killed process did not notice applies to the next process", async (t) => {
  const studio = await assistantWorld(t, obedient)
  const asked = await studio.ask("member", link("one"))
  await studio.hub.close()
  const decisions = waitingOf(asked).map(({ id }) => ({ callId: id, answer: "once" }))
  await studio.act("member", decideCalls, { conversationId: asked.id, decisions })
  const open = await findOpenRun(studio.cx, asked.id)
  await studio.cx.atomically((cx) => transitionRun(cx, "take", { id: open?.id ?? "" })) // and killed there
  await studio.act("member", stopRun, { conversationId: asked.id })
  const hub = new AssistantHub(studio.app)
  await takeUp(studio)
  const stopped = await studio.settled("member", asked.id)
  assert.deepEqual([callsOf(stopped)[0]?.state, await slugsOf(studio)], ["declined", []])
  assert.equal(wordsOf(stopped), "Stopped by you.")
  await hub.close()
})

onBothDatabases("of many concurrent questions of a person, five are answered", async (t, kind) => {
  const studio = await assistantWorld(t, [["Done."]], { kind })
  await studio.hub.close()
  for (let round = 0; round < 3; round += 1) {
    const ask = () => studio.act("member", askAssistant, { text: "Hello" })
    const asked = await Promise.allSettled(Array.from({ length: 12 }, ask))
    const taken = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value.conversationId] : []))
    assert.equal(taken.length, 5)
    for (const one of asked)
      if (one.status === "rejected") assert.match(String(one.reason.message), /^You have 5 conversations/)
    for (const conversationId of taken) await studio.act("member", stopRun, { conversationId })
    const again = taken.concat(...(await Promise.all(Array.from({ length: 1 }, ask))).map((one) => one.conversationId))
    const retried = await Promise.allSettled(again.map((conversationId) => studio.act("member", retryRun, { conversationId }))) // biome-ignore format: one thought
    assert.equal(retried.filter(({ status }) => status === "fulfilled").length, 4, "trying again counts too")
    for (const conversationId of again) await studio.act("member", stopRun, { conversationId })
  }
})

/** The service with an internal error in its `at`-th transaction only. */
function faultyApp(app: App, at: number): { app: App; hasFailed(): boolean } {
  let count = 0
  const transaction: App["database"]["transaction"] = async (work) => {
    count += 1
    if (count === at) throw new Error("A fault of ours.")
    return app.database.transaction(work)
  }
  return { app: { ...app, database: { ...app.database, transaction } }, hasFailed: () => count >= at }
}

/** Checks that a run with an internal error says so for itself and each call, and can be retried. */
async function checkFailed({ act, settled }: AssistantWorld, found: ShownConversation): Promise<void> {
  assert.deepEqual(noticesOf(found).at(-1), ["failed", true])
  for (const { id: callId, state, summary } of callsOf(found)) {
    assert.ok(["done", "failed"].includes(state), state)
    if (state === "failed") assert.match(summary, /went wrong/)
    const decision = { conversationId: found.id, decisions: [{ callId, answer: "once" as const }] }
    await assert.rejects(act("member", decideCalls, decision), { code: "conflict" })
  }
  await act("member", retryRun, { conversationId: found.id })
  await settled("member", found.id)
}

test("a run that an internal error ends leaves no card, says so, and can be retried", async (t) => {
  const studio = await assistantWorld(t, obedient)
  await studio.hub.close()
  const ends = new Set<string>()
  for (let at = 1; ; at += 1) {
    const faulty = faultyApp(studio.app, at)
    const hub = new AssistantHub(faulty.app)
    const { conversationId: id } = await studio.act("member", askAssistant, {
      text: `DO list_links {}\n${link(`l${at}`)}`,
    })
    await until(async () => {
      await sweepRuns(studio.cx) // takes a run whose first take failed
      const { run } = await studio.act("member", getConversation, { id })
      return run === null || run.state === "waiting"
    })
    const found = await studio.act("member", getConversation, { id })
    ends.add(found.run?.state ?? "failed")
    if (found.run === null) await checkFailed(studio, found)
    if (found.run !== null || waitingOf(await studio.settled("member", id)).length > 0)
      await studio.act("member", stopRun, { conversationId: id })
    await hub.close()
    if (!faulty.hasFailed()) break
  }
  assert.deepEqual([...ends].toSorted(), ["failed", "waiting"])
  assert.deepEqual(await slugsOf(studio), [], "nothing was written without an approval")
})

test("another member's change before a killed process finished a write is not mistaken for its own", async (t) => {
  const studio = await assistantWorld(t, obedient)
  const asked = await studio.ask("member", link("one"))
  await studio.hub.close()
  const silent = silentApp(studio.app, 4) // the write has committed, and its answer is about to be stored
  const gone = new AssistantHub({ ...silent.app, bus: studio.app.bus })
  const decisions = waitingOf(asked).map(({ id }) => ({ callId: id, answer: "once" }))
  await studio.act("member", decideCalls, { conversationId: asked.id, decisions })
  await until(async () => silent.isAway)
  const { links } = await studio.act("owner", listLinks, {})
  assert.equal(links.length, 1)
  await studio.act("owner", editLinkAndSlug, { id: links[0]?.id, title: "The owner's" })
  const hub = new AssistantHub(studio.app)
  await takeUp(studio)
  await studio.settled("member", asked.id)
  silent.resume()
  await gone.close()
  await studio.act("member", undoCalls, { conversationId: asked.id })
  const kept = await studio.settled("member", asked.id)
  assert.match(callsOf(kept)[0]?.undoRefusal ?? "", /changed it since/)
  assert.deepEqual(await slugsOf(studio), ["one"])
  await hub.close()
})

test("a write that two processes attempt, because the lease moved, is made once", async (t) => {
  const studio = await assistantWorld(t, obedient)
  const asked = await studio.ask("member", 'DO create_doc {"title":"Once"}')
  await studio.hub.close()
  const silent = silentApp(studio.app, 3) // the call has started, and the write is about to begin
  const gone = new AssistantHub({ ...silent.app, bus: studio.app.bus })
  const decisions = waitingOf(asked).map(({ id }) => ({ callId: id, answer: "once" }))
  await studio.act("member", decideCalls, { conversationId: asked.id, decisions })
  await until(async () => silent.isAway)
  const docs = studio.app.database.read.selectFrom("docs").select("title")
  assert.deepEqual(await docs.execute(), [])
  const hub = new AssistantHub(studio.app)
  await takeUp(studio)
  assert.equal(callsOf(await studio.settled("member", asked.id))[0]?.state, "done")
  silent.resume()
  await gone.close()
  assert.deepEqual(await docs.execute(), [{ title: "Once" }])
  await hub.close()
})

/** An assistant in a workspace with a reviewed tool server, whose tool is `s1__echo`. It may change something. */
async function withServer(
  t: TestContext,
  tool: object = { ...echoTool, annotations: {} },
): Promise<{ studio: AssistantWorld; peer: ToolPeer }> {
  const peer = await toolPeer(t)
  peer.tools = [tool]
  const studio = await assistantWorld(t, obedient, { toolPeers: [peer] })
  const { id } = await studio.act("admin", attachToolServer, { url: peer.url, auth: "none" })
  const { tools } = await studio.act("admin", getToolServer, { id })
  const accept = tools.flatMap(({ name, digest }) => (digest === null ? [] : [{ name, digest }]))
  await studio.act("admin", reviewToolServer, { id, accept })
  return { studio, peer }
}

for (const [kind, tool, state] of [
  ["may change something", { ...echoTool, annotations: {} }, "lost"],
  ["only reads", echoTool, "failed"],
] as const) {
  test(`a call of a killed process to a tool that ${kind} is ${state}, and is not sent again`, async (t) => {
    await killedCall(t, { tool, state })
  })
}

async function killedCall(t: TestContext, { tool, state }: { tool: object; state: string }): Promise<void> {
  const { studio, peer } = await withServer(t, tool)
  const asked = await studio.ask("member", 'DO s1__echo {"text":"hello"}')
  await studio.hub.close()
  const [call] = waitingOf(asked)
  const decisions = [{ callId: call?.id, answer: "once" }]
  await studio.act("member", decideCalls, { conversationId: asked.id, decisions })
  const open = await findOpenRun(studio.cx, asked.id)
  await studio.cx.atomically(async (cx) => {
    const run = await transitionRun(cx, "take", { id: open?.id ?? "" })
    const member = run && (await findRunMember(cx, run))
    assert.ok(member)
    await transitionCall({ ...cx, ...member }, "send", { id: call?.id ?? "" }) // and killed there
  })
  const hub = new AssistantHub(studio.app)
  await takeUp(studio)
  const end = await studio.settled("member", asked.id)
  assert.deepEqual([callsOf(end)[0]?.state, wordsOf(end), peer.calls], [state, "Done.", []])
  await hub.close()
}

test("a call without an answer from its tool server is lost; a refused one has failed", async (t) => {
  const { studio, peer } = await withServer(t)
  const call = async () => {
    const done = await studio.decide("member", await studio.ask("member", 'DO s1__echo {"text":"hello"}'), "once")
    assert.equal(wordsOf(done), "Done.")
    return callsOf(done)[0]
  }
  const lastResult = () => studio.model.journal.at(-1)?.messages.at(-1)?.results[0]?.text ?? ""
  peer.on.set("tools/call", (response) => response.destroy())
  const lost = await call()
  assert.equal(lost?.state, "lost")
  assert.match(`${lost?.summary}`, /may have been completed/)
  assert.match(lastResult(), /not known whether this was carried out. Do not repeat it/)

  peer.on.set("tools/call", (response) => response.writeHead(401).end())
  const refused = await call()
  assert.equal(refused?.state, "failed")
  assert.doesNotMatch(lastResult(), /not known/)
})

test("a server's refusal reaches the model in its words, and counts as text of outsiders", async (t) => {
  const { studio, peer } = await withServer(t)
  peer.on.set("tools/call", (response, { rpc: { id } }) =>
    json(response, { jsonrpc: "2.0", id, error: { code: -32_602, message: "The board is locked." } }),
  )
  const asked = await studio.ask("member", 'DO s1__echo {"text":"hello"}')
  assert.deepEqual(asked.outsiders, [])
  const done = await studio.decide("member", asked, "once")
  const [call] = callsOf(done)
  assert.deepEqual([call?.state, call?.summary], ["failed", "127.0.0.1 refused this: The board is locked."])
  const [result] = studio.model.journal.at(-1)?.messages.at(-1)?.results ?? []
  assert.match(result?.text ?? "", /The board is locked\./)
  assert.deepEqual(done.outsiders, ["what 127.0.0.1 answered"])
})
