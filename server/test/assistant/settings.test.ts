import assert from "node:assert/strict"
import { hash } from "node:crypto"
import { describe, test } from "node:test"
import type { Role } from "#access/roles.ts"
import {
  chooseTool,
  decideCalls,
  getAssistantSettings,
  getConversation,
  listAssistantEntries,
  previewToolPermissions,
  retryRun,
  setAssistant,
  setToolPermissions,
} from "#domains/assistant/on-demand.ts"
import { listLinks } from "#domains/links/index.ts"
import { canonicalJson } from "#kernel/canonical-json.ts"
import { dayMs } from "#kernel/time/units.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import type { Script } from "#test/support/stand-ins/model/model-stand-in.ts"
import { shorten } from "#test/support/workspace/links.ts"
import { type AssistantWorld, assistantWorld, callsOf, wordsOf } from "#test/support/worlds/assistant-world.ts"

const link = { destination: "https://example.com/spring" }

/** Calls a tool once for each message of the person, and then answers with text. */
const calling =
  (call: string, given: object = {}): Script =>
  ({ messages }) =>
    messages.at(-1)?.role === "person" ? [{ call, arguments: given }] : ["Done."]

type Level = "never" | "ask" | "chooses" | "always"
const cell = (tool: string, role: Role, [was, level]: [Level, Level]) => ({ tool, role, was, level })
const set = ({ act }: AssistantWorld, ...cells: ReturnType<typeof cell>[]) =>
  act("admin", setToolPermissions, { cells })
const stateOf = async (studio: AssistantWorld, as: Role, text = "Go on") =>
  callsOf(await studio.ask(as, text)).at(-1)?.state

describe("the table of permissions by tool and role", () => {
  onSqlite("narrows a waiting call, and its card says so after the approval", async (t, kind) => {
    const studio = await assistantWorld(t, calling("create_link", link), { kind })
    const waiting = await studio.ask("member", "Make a link")
    const [card] = callsOf(waiting)
    assert.equal(card?.state, "waiting")

    await set(studio, cell("create_link", "member", ["chooses", "never"]))
    const decisions = [{ callId: card.id, answer: "once" }]
    await studio.act("member", decideCalls, { conversationId: waiting.id, decisions })

    const [refused] = callsOf(await studio.settled("member", waiting.id))
    assert.equal(refused?.state, "refused")
    assert.match(refused.why, /An admin/)
    assert.deepEqual((await studio.act("member", listLinks, {})).links, [])
    assert.equal(await stateOf(studio, "admin"), "waiting", "other roles keep it")
  })

  onBothDatabases("is not overwritten by an admin who read it before another admin's change", async (t, kind) => {
    const studio = await assistantWorld(t, [["Hello."]], { kind })
    await set(studio, cell("create_link", "member", ["chooses", "always"]))
    const late = set(studio, cell("create_link", "member", ["chooses", "never"]))
    await assert.rejects(late, { code: "conflict" })
    studio.clock.advance(1)
    const both = await Promise.allSettled([
      set(studio, cell("create_doc", "member", ["chooses", "never"])),
      set(studio, cell("create_doc", "member", ["chooses", "ask"])),
    ])
    assert.deepEqual(valuesOf(both, "status").sort(), ["fulfilled", "rejected"])
    const { table } = await studio.act("admin", getAssistantSettings, {})
    assert.equal(table?.changes.length, 2)
    assert.deepEqual(table.changes.at(-1)?.lines, ["Members, “Create a short link”: member decides → automatic"])
    assert.equal(table.changes.at(-1)?.who, "admin")
  })

  test("refuses levels above a tool's or a role's ceiling, and changes by other roles than admins", async (t) => {
    const studio = await assistantWorld(t, [["Hello."]])
    const { table } = await studio.act("admin", getAssistantSettings, {})
    const order = ["never", "ask", "chooses", "always"] as const
    for (const { name, cells } of table?.tools ?? []) {
      for (const { role, level, most, why } of cells) {
        const above = order[order.indexOf(most) + 1]
        assert.ok(order.indexOf(level) <= order.indexOf(most), `${name} for ${role}`)
        if (above === undefined) continue
        assert.notEqual(why, "")
        await assert.rejects(set(studio, cell(name, role, [level, above])), { code: "invalid_request" }, name)
      }
    }
    for (const as of ["viewer", "member"] as const) {
      const cells = [cell("create_link", "member", ["chooses", "always"])]
      await assert.rejects(studio.act(as, setToolPermissions, { cells }), { neededRole: "admin" })
      await assert.rejects(studio.act(as, previewToolPermissions, { cells: [] }), { neededRole: "admin" })
      await assert.rejects(studio.act(as, listAssistantEntries, {}), { neededRole: "admin" })
    }
    await assert.rejects(set(studio, cell("delete_everything", "member", ["never", "ask"])), { code: "not_found" })
  })

  onBothDatabases("a preset sets all tools for all roles, and a table of its own is no preset", async (t, kind) => {
    const studio = await assistantWorld(t, calling("create_link", link), { kind })
    const presetNow = async () => (await studio.act("admin", getAssistantSettings, {})).table?.preset
    const choose = async (preset: string) => {
      const { differences } = await studio.act("admin", previewToolPermissions, { preset })
      const cells = differences.map(({ tool, role, from, to }) => cell(tool, role, [from, to]))
      if (cells.length > 0) await set(studio, ...cells)
      return cells
    }
    assert.equal(await presetNow(), "members_decide")
    const cells = await choose("read_only")
    assert.deepEqual(new Set(cells.map(({ role, level }) => `${role} ${level}`)), new Set(["member never", "admin never", "owner never"])) // biome-ignore format: one thought
    assert.ok(!cells.some(({ tool }) => tool.startsWith("list_")))
    assert.deepEqual([await presetNow(), await stateOf(studio, "owner")], ["read_only", "refused"])
    await choose("ask")
    assert.deepEqual([await presetNow(), await stateOf(studio, "member")], ["ask", "waiting"])
    await choose("small_changes")
    assert.deepEqual([await presetNow(), await stateOf(studio, "member")], ["small_changes", "done"])
    await set(studio, cell("trash_link", "member", ["chooses", "never"]))
    assert.equal(await presetNow(), null)
    await choose("members_decide")
    assert.deepEqual([await presetNow(), await choose("members_decide")], ["members_decide", []])
  })

  onBothDatabases(
    "a read for which the workspace requires approval waits, and runs after the approval",
    async (t, kind) => {
      const studio = await assistantWorld(t, calling("list_links"), { kind })
      await shorten(studio)
      await set(studio, cell("list_links", "viewer", ["always", "ask"]))
      const waiting = await studio.ask("viewer", "Which links are there?")
      const [card] = callsOf(waiting)
      assert.deepEqual([card?.state, card?.offers], ["waiting", []])
      await studio.act("viewer", decideCalls, {
        conversationId: waiting.id,
        decisions: [{ callId: card?.id, answer: "once" }],
      })
      const done = await studio.settled("viewer", waiting.id)
      assert.deepEqual([callsOf(done)[0]?.state, wordsOf(done)], ["done", "Done."])
    },
  )

  onBothDatabases("is simulated on last week's calls before it is saved, without effect", async (t, kind) => {
    const studio = await assistantWorld(t, calling("list_links"), { kind })
    await studio.ask("viewer", "An old question")
    studio.clock.advance(8 * dayMs)
    for (const text of ["One", "Two"]) await studio.ask("viewer", text)
    await studio.ask("member", "Three")
    const cells = [
      { tool: "list_links", role: "viewer", level: "never" },
      { tool: "list_links", role: "member", level: "always" },
    ]
    const { differences, simulation } = await studio.act("admin", previewToolPermissions, { cells })
    assert.deepEqual(valuesOf(differences, "isNarrower"), [true])
    assert.deepEqual([simulation.calls, simulation.refused, simulation.unasked], [3, 2, 0])
    assert.equal(simulation.words, "3 actions in the last 7 days: 2 would be refused.")
    assert.equal(await stateOf(studio, "viewer"), "done")
  })
})

describe("a member's own choices", () => {
  onSqlite("are valid for 90 days, within the workspace's ceiling, until the member changes them", async (t, kind) => {
    const studio = await assistantWorld(t, calling("create_doc", { title: "Notes" }), { kind })
    const own = async (as: Role = "member") => {
      const { tools } = await studio.act(as, getAssistantSettings, {})
      const found = tools.find(({ name }) => name === "create_doc")
      assert.ok(found)
      return found
    }
    const { digest, level, most } = await own()
    assert.deepEqual([level, most], ["ask", "always"])
    const choose = (as: Role, level: string, more = {}) =>
      studio.act(as, chooseTool, { tool: "create_doc", level, digest, ...more })

    await choose("member", "always")
    assert.equal(await stateOf(studio, "member"), "done")
    assert.equal(await stateOf(studio, "admin"), "waiting", "it is for oneself alone")
    await assert.rejects(choose("viewer", "always"), { code: "invalid_request" })
    await assert.rejects(choose("member", "always", { digest: "another" }), { code: "conflict" })

    studio.clock.advance(90 * dayMs)
    assert.equal((await own()).choice, null)
    assert.equal(await stateOf(studio, "member"), "waiting")

    await choose("owner", "always")
    await choose("owner", "ask")
    assert.equal(await stateOf(studio, "owner"), "waiting")

    await set(studio, cell("create_doc", "member", ["chooses", "ask"]))
    await assert.rejects(choose("member", "always"), { code: "invalid_request", hint: /always asks/ })
  })

  onBothDatabases("of `ask` end allowances in single conversations", async (t, kind) => {
    const studio = await assistantWorld(t, calling("create_doc", { title: "Notes" }), { kind })
    const first = await studio.ask("member", "Make a doc")
    const decisions = [{ callId: callsOf(first)[0]?.id, answer: "conversation" }]
    await studio.act("member", decideCalls, { conversationId: first.id, decisions })
    await studio.settled("member", first.id)
    const again = async () => callsOf(await studio.ask("member", "Again", { conversationId: first.id })).at(-1)?.state
    assert.equal(await again(), "done")
    const { tools } = await studio.act("member", getAssistantSettings, {})
    const digest = tools.find(({ name }) => name === "create_doc")?.digest
    await studio.act("member", chooseTool, { tool: "create_doc", level: "ask", digest })
    assert.equal(await again(), "waiting")
  })
})

describe("the owner's settings", () => {
  onBothDatabases("are changed by owners only, and each role sees its own part", async (t, kind) => {
    const studio = await assistantWorld(t, [["Hello."]], { kind })
    await assert.rejects(studio.act("admin", setAssistant, { isOn: false }), { neededRole: "owner" })
    const parts = async (as: Role) => {
      const { table, owner, spent } = await studio.act(as, getAssistantSettings, {})
      return [table !== null, owner !== null, spent.workspace !== null]
    }
    assert.deepEqual(await parts("viewer"), [false, false, false])
    assert.deepEqual(await parts("member"), [false, false, false])
    assert.deepEqual(await parts("admin"), [true, false, true])
    assert.deepEqual(await parts("owner"), [true, true, true])

    await studio.act("owner", setAssistant, { isOn: false, keptDays: 30, memberDailyTokens: 5_000 })
    const { isOn, whyOff, keptDays, owner, spent } = await studio.act("owner", getAssistantSettings, {})
    assert.deepEqual([isOn, keptDays, owner?.memberDailyTokens, spent.own.most], [false, 30, 5_000, 5_000])
    assert.match(whyOff ?? "", /owner/)
    assert.match(wordsOf(await studio.ask("member", "Hello")), /turned off/)
    await studio.act("owner", setAssistant, { isOn: true, keptDays: null, memberDailyTokens: null })
    assert.equal((await studio.act("owner", getAssistantSettings, {})).owner?.keptDays, null)
    assert.equal(wordsOf(await studio.ask("owner", "Hello")), "Hello.")
  })

  onBothDatabases(
    "limits of a member's day and the workspace's month end a run with a notice, and use is counted",
    async (t, kind) => {
      const prices = { input: 3, cached: 0.3, output: 15 }
      const studio = await assistantWorld(t, [["Hello."]], { kind, assistant: { prices } })
      await studio.ask("member", "Hello")
      const { spent } = await studio.act("member", getAssistantSettings, {})
      assert.ok(spent.own.tokens > 0 && (spent.own.micros ?? 0) > 0)
      const admin = await studio.act("admin", getAssistantSettings, {})
      assert.deepEqual([admin.spent.own.tokens, admin.spent.workspace?.tokens], [0, spent.own.tokens])

      await studio.act("owner", setAssistant, { memberDailyTokens: 1_000 })
      assert.match(wordsOf(await studio.ask("member", "Again")), /daily assistant limit/)
      await studio.act("owner", setAssistant, { memberDailyTokens: null, monthlyTokens: 1_000 })
      assert.match(wordsOf(await studio.ask("member", "Again")), /monthly/)
    },
  )

  onBothDatabases("in a strict workspace members' texts count as outsiders' text", async (t, kind) => {
    const script: Script = ({ messages }) => {
      const asked = messages.findLast(({ role }) => role === "person")
      if (messages.at(-1) !== asked) return ["Done."]
      return [JSON.stringify(asked).includes("Look") ? { call: "list_links", arguments: {} } : { call: "create_link", arguments: link }] // biome-ignore format: one thought
    }
    const studio = await assistantWorld(t, script, { kind })
    await set(studio, cell("create_link", "member", ["chooses", "always"]))
    const read = await studio.ask("member", "Look")
    const write = async () => callsOf(await studio.ask("member", "Write", { conversationId: read.id })).at(-1)
    assert.equal((await write())?.state, "done")
    await studio.act("owner", setAssistant, { isStrict: true })
    const asked = await write()
    assert.deepEqual([asked?.state, asked?.offers], ["waiting", []])
    assert.match(asked?.why ?? "", /untrusted/)
    assert.equal(await stateOf(studio, "member", "Write"), "done", "a conversation that has read nothing yet")
  })

  onBothDatabases("without any key nothing is asked, and an owner connects the model by a key", async (t, kind) => {
    const studio = await assistantWorld(t, [["Hello."]], { kind })
    const { id } = await studio.ask("member", "Hello")
    Object.assign(studio.app.models, { needsOwnKey: true })
    const asked = studio.model.journal.length
    const kindFor = async (as: "member" | "stranger") => (await studio.act(as, getAssistantSettings, {})).model.kind
    assert.equal(await kindFor("member"), "none")
    await assert.rejects(studio.ask("member", "And now?"), { code: "conflict", message: "No model is connected." })
    await assert.rejects(studio.act("member", retryRun, { conversationId: id }), { code: "conflict" })
    const read = await studio.act("member", getConversation, { id })
    assert.deepEqual([read.model.kind, read.messages.length, studio.model.journal.length], ["none", 2, asked])

    await studio.act("owner", setAssistant, { modelKey: "sk-of-the-studio" })
    assert.deepEqual([await kindFor("member"), await kindFor("stranger")], ["model", "none"])
    assert.equal(wordsOf(await studio.ask("member", "And now?")), "Hello.")
    await studio.act("owner", setAssistant, { modelKey: null })
    assert.equal(await kindFor("member"), "none")
  })

  onBothDatabases(
    "the workspace's own key is tried first, is used for its requests, and is in no answer",
    async (t, kind) => {
      const key = "sk-of-the-studio"
      const studio = await assistantWorld(t, [["Hello."]], { kind })
      assert.deepEqual(await studio.act("owner", setAssistant, { modelKey: key }), { isKeyTried: true })
      await studio.ask("member", "Hello")
      assert.equal(studio.model.journal.at(-1)?.key, key)
      const shown = await studio.act("owner", getAssistantSettings, {})
      assert.equal(shown.owner?.hasModelKey, true)
      assert.doesNotMatch(JSON.stringify(shown), new RegExp(key))
      const row = await studio.app.database.read.selectFrom("assistant_settings").selectAll().executeTakeFirst()
      assert.doesNotMatch(JSON.stringify(row), new RegExp(key))

      studio.model.script = () => ({ status: 401, body: '{"error":{"message":"no"}}' })
      await assert.rejects(studio.act("owner", setAssistant, { modelKey: "sk-mistyped" }), { field: "modelKey" })
      studio.model.script = () => ["Hello."]
      await studio.ask("member", "Hello")
      assert.equal(studio.model.journal.at(-1)?.key, key, "what was refused is not kept")
      studio.model.script = () => ({ status: 400 })
      const other = { modelKey: "sk-of-another-day" }
      assert.deepEqual(await studio.act("owner", setAssistant, other), { isKeyTried: false })
      assert.deepEqual(await studio.act("owner", setAssistant, { modelKey: null }), { isKeyTried: null })
      studio.model.script = () => ["Hello."]
      await studio.ask("member", "Hello")
      assert.doesNotMatch(String(studio.model.journal.at(-1)?.key), /of-the-studio|another-day/)

      const asked = studio.model.journal.length
      Object.assign(studio.app.models, { isOverheard: true })
      assert.equal((await studio.act("owner", getAssistantSettings, {})).owner?.takesKey, false)
      await assert.rejects(studio.act("owner", setAssistant, { modelKey: key }), { code: "conflict" })
      assert.equal(studio.model.journal.length, asked, "nor was it tried over plain http")
    },
  )
})

describe("the record of calls", () => {
  onBothDatabases(
    "has the person, the tool and the decision, but no text, and a check finds changed lines",
    async (t, kind) => {
      const studio = await assistantWorld(t, calling("create_link", link), { kind })
      await set(studio, cell("create_link", "viewer", ["never", "never"]))
      await set(studio, cell("create_link", "admin", ["chooses", "always"]))
      for (const text of ["One", "Two", "Three"]) await studio.ask("admin", text)
      await studio.ask("viewer", "Four")
      const { items, record, nextCursor } = await studio.act("admin", listAssistantEntries, { limit: 3 })
      assert.deepEqual(valuesOf(items, "outcome"), ["refused", "done", "done"])
      assert.deepEqual([items[0]?.who, items[1]?.who, items[1]?.layer], ["viewer", "admin", "workspace"]) // biome-ignore format: one thought
      assert.deepEqual(record, { checked: 4, brokenAt: null })
      assert.doesNotMatch(JSON.stringify(items), /example\.com\/spring/)
      const rest = await studio.act("admin", listAssistantEntries, { limit: 3, cursor: nextCursor })
      assert.deepEqual([valuesOf(rest.items, "seq"), rest.record], [[1], undefined])
      const refused = await studio.act("admin", listAssistantEntries, { outcome: "refused" })
      assert.deepEqual(valuesOf(refused.items, "seq"), [4])

      const { database } = studio.app
      const broken = async () => (await studio.act("admin", listAssistantEntries, {})).record?.brokenAt
      const change = (seq: number, outcome: string, hash?: string) =>
        database.transaction((db) => {
          const set = { outcome, ...(hash !== undefined && { hash }) }
          return db.updateTable("assistant_entries").set(set).where("seq", "=", seq).execute()
        })
      await change(2, "declined")
      assert.equal(await broken(), 2)
      await change(2, "done")
      assert.equal(await broken(), null)
      // A forger can also rewrite the line's hash. The next line, or the chain's end, then reveals it.
      for (const seq of [2, 4]) {
        const { hash: own, ...line } = await database.read.selectFrom("assistant_entries").selectAll().where("seq", "=", seq).executeTakeFirstOrThrow() // biome-ignore format: one thought
        await change(seq, "declined", hash("sha256", canonicalJson({ ...line, outcome: "declined" }), "hex"))
        assert.equal(await broken(), seq + 1)
        await change(seq, line.outcome, own)
        assert.equal(await broken(), null)
      }
      const take = (seq: number) =>
        database.transaction((db) => db.deleteFrom("assistant_entries").where("seq", "=", seq).execute())
      await take(4)
      assert.equal(await broken(), 4, "the last line was taken away")
      await take(2)
      assert.equal(await broken(), 3)
    },
  )
})
