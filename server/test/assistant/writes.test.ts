import assert from "node:assert/strict"
import { readdirSync } from "node:fs"
import { test } from "node:test"
import { perform } from "#access/perform.ts"
import { getConversation, type ShownCall, tools, undoCalls } from "#domains/assistant/on-demand.ts"
import { openContent, renameDoc, searchDocs } from "#domains/docs/index.ts"
import { editLinkAndSlug, listLinks } from "#domains/links/index.ts"
import { lookAround, writesIn } from "#test/support/assistant/tool-arguments.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { dumpOf } from "#test/support/databases/dump.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { signIn, Typist } from "#test/support/docs/writers.ts"
import type { Part } from "#test/support/stand-ins/model/model-stand-in.ts"
import {
  type AssistantWorld,
  assistantWorld,
  callsOf,
  waitingOf,
  wordsOf,
} from "#test/support/worlds/assistant-world.ts"
import { world } from "#test/support/worlds/world.ts"

const writing = tools.filter(({ kind }) => kind === "write")
/** Tools without an undo: their effect is known outside, or final. */
const final = ["create_gift_codes", "disable_gift_code", "revoke_share_link", "revoke_upload_link", "set_stream_plan"]
/** Who has a tool. */
const ownerOf = (name: string) => (writing.find((tool) => tool.name === name)?.role === "admin" ? "admin" : "member")
/** The assistant's own tables, and those for the notice of a waiting card. */
const own = /^(assistant_|conversation|member_tool|commits|notifications$|changes$|workspace_clocks$)/

/** The changes published to pages, without those of waiting cards. */
const changesIn = ({ app }: Pick<AssistantWorld, "app">) =>
  app.database.read.selectFrom("changes").select(["kind", "ref"]).where("kind", "!=", "notifications").execute()

const call = (name: string, input: ShownCall["arguments"]): Part => ({ call: name, arguments: input })
const link = (slug: string, to = slug) => call("create_link", { destination: `https://example.com/${to}`, slug })

async function approvalCards(studio: AssistantWorld, ...parts: Part[]) {
  studio.says(parts, ["Done."])
  return studio.ask(parts.some((part) => typeof part === "object" && "call" in part && ownerOf(part.call) === "admin") ? "admin" : "member", "Please") // biome-ignore format: one thought
}

async function slugsOf({ act }: AssistantWorld) {
  return valuesOf((await act("owner", listLinks, {})).links, "slug").toSorted()
}

async function takeBack(studio: AssistantWorld, conversationId: string, as: "member" | "admin" = "member") {
  await studio.act(as, undoCalls, { conversationId })
  return studio.settled(as, conversationId)
}

const everything = (folder: string) => readdirSync(folder, { recursive: true }).map(String).filter((name) => !/test\.db|sandbox/.test(name)).sort() // biome-ignore format: one thought

onBothDatabases("a rehearsal leaves all rows and files unchanged, byte for byte", async (t, kind) => {
  const { limits } = (await world(t)).app.assistant
  const studio = await assistantWorld(t, [], { kind, assistant: { limits: { ...limits, calls: 100 } } })
  const inputs = await writesIn(studio)
  assert.deepEqual(Object.keys(inputs).sort(), valuesOf(writing, "name"), "every tool that writes is tried here")
  const before = {
    rows: await dumpOf(studio.app.database, own),
    files: everything(studio.folder),
    changes: await changesIn(studio),
  }

  const each = writing.map(({ name }) => call(name, inputs[name] ?? {}))
  const together = writing.filter(({ isRehearsed }) => isRehearsed).map(({ name }) => call(name, inputs[name] ?? {}))
  const asAdmin = (parts: Part[]) => {
    studio.says(parts, ["Done."])
    return studio.ask("admin", "Please")
  }
  const shown = [await asAdmin(each), await asAdmin(together)]

  assert.equal(await dumpOf(studio.app.database, own), before.rows)
  assert.deepEqual(await changesIn(studio), before.changes)
  assert.deepEqual(everything(studio.folder), before.files)
  assert.deepEqual(studio.mails(), [])
  for (const conversation of shown) {
    for (const { tool, state, rehearsal } of callsOf(conversation)) {
      assert.equal(state, "waiting", tool)
      if (tool === "set_stream_plan") assert.equal(rehearsal, null)
      else assert.equal(rehearsal?.outcome, "would", `${tool}: ${JSON.stringify(rehearsal)}`)
      assert.doesNotMatch(JSON.stringify(rehearsal), /\.[\w-]{43}/, "no capability that works")
    }
  }
})

test("each writing tool commits exactly one transaction as the member", async (t) => {
  const studio = await world(t)
  const inputs = await writesIn(studio)
  let commits = 0
  const { database } = studio.app
  const transaction: typeof database.transaction = async (work) => {
    const result = await database.transaction(work)
    commits += 1
    return result
  }
  const app = { ...studio.app, database: { ...database, transaction } }
  await studio.cx.atomically((cx) =>
    cx.db.insertInto("assistant_permits").values({ workspace_id: studio.workspaceId, epoch: 0 }).execute(),
  )
  const workspace = { workspaceId: studio.workspaceId }
  for (const { name, action, isRehearsed } of writing) {
    assert.equal(action.access, "workspace", `${name} holds the membership and the permissions`)
    if (!isRehearsed) continue
    commits = 0
    const person = studio.callers[ownerOf(name)]
    const accountId = person.kind === "person" ? person.accountId : ""
    const caller = { kind: "assistant", accountId, workspace, runId: "run_1", epoch: 0 } as const
    await perform({ app, caller: { ...caller, may: new Set([action]) } }, action, inputs[name])
    assert.equal(commits, 1, name)
  }
})

test("undoing a tool's write restores the previous state", async (t) => {
  const studio = await assistantWorld(t, [])
  const inputs = await writesIn(studio)
  for (const { name } of writing) {
    if (name === "set_stream_plan") continue
    const before = await lookAround(studio)
    const as = ownerOf(name)
    const done = await studio.decide(as, await approvalCards(studio, call(name, inputs[name] ?? {})), "once")
    const [written] = callsOf(done)
    assert.equal(written?.state, "done", `${name}: ${written?.summary}`)
    assert.notEqual(await lookAround(studio), before, `${name} changes something`)
    assert.equal(written?.canUndo, !final.includes(name), name)
    if (final.includes(name)) continue
    const undone = await takeBack(studio, done.id, as)
    assert.equal(callsOf(undone)[0]?.state, "undone", `${name}: ${callsOf(undone)[0]?.undoRefusal}`)
    assert.equal(await lookAround(studio), before, name)
  }
  const entries = await studio.app.database.read.selectFrom("assistant_entries").select(["outcome"]).execute()
  assert.ok(entries.some(({ outcome }) => outcome === "undone"), "taking back is on the record") // biome-ignore format: one thought
})

test("an object that another member changed since stays, and its call says so", async (t) => {
  const studio = await assistantWorld(t, [])
  const done = await studio.decide("member", await approvalCards(studio, link("one"), link("two")), "once")
  const { links } = await studio.act("owner", listLinks, {})
  await studio.act("owner", editLinkAndSlug, { id: links.find(({ slug }) => slug === "one")?.id, title: "The owner's" })

  const undone = await takeBack(studio, done.id)

  assert.deepEqual(valuesOf(callsOf(undone), "state"), ["done", "undone"])
  assert.match(callsOf(undone)[0]?.undoRefusal ?? "", /changed it since/)
  assert.deepEqual(await slugsOf(studio), ["one"])
  await assert.rejects(takeBack(studio, done.id), { code: "conflict" })
})

test("a doc with updates that are not derived yet is not undone", async (t) => {
  const studio = await assistantWorld(t, [])
  const done = await studio.decide("member", await approvalCards(studio, call("create_doc", { title: "Plan" })), "once")
  const [doc] = (await studio.act("owner", searchDocs, {})).docs
  const typist = new Typist(await openContent(studio.app, doc?.id ?? ""), await signIn(studio, "owner"))
  assert.deepEqual(await typist.write("The owner's"), ["stored"])

  const undone = await takeBack(studio, done.id)

  assert.match(callsOf(undone)[0]?.undoRefusal ?? "", /changed it since/)
  assert.equal((await studio.act("owner", searchDocs, {})).docs.length, 1)
})

test("all writes of a conversation are undone, newest first", async (t) => {
  const studio = await assistantWorld(t, [])
  const made = await studio.decide("member", await approvalCards(studio, call("create_doc", { title: "Plan" })), "once")
  const [doc] = await studio.app.database.read.selectFrom("docs").select("id").execute()
  const id = doc?.id ?? ""
  for (const next of [
    call("write_doc", { id, how: "append", markdown: "More." }),
    call("rename_doc", { id, title: "Another", emoji: null }),
    link("one"),
  ]) {
    studio.clock.advance(1_000)
    studio.says([next], ["Done."])
    await studio.decide("member", await studio.ask("member", "And?", { conversationId: made.id }), "once")
  }
  const undone = await takeBack(studio, made.id)
  assert.deepEqual(
    callsOf(undone).map(({ tool, state, undoRefusal }) => [tool, state, undoRefusal]),
    ["create_doc", "write_doc", "rename_doc", "create_link"].map((tool) => [tool, "undone", null]),
  )
  const kept = await studio.app.database.read.selectFrom("docs").select("id").where("deleted_at", "is", null).execute()
  assert.deepEqual([kept, await slugsOf(studio)], [[], []])
})

test("empty arguments of a model count as left out, and an empty title removes it", async (t) => {
  const studio = await assistantWorld(t, [])
  const done = async (...parts: Part[]) =>
    valuesOf(callsOf(await studio.decide("member", await approvalCards(studio, ...parts), "once")), "state")
  const odd = { slug: "", title: "Old", domain: null, expiresAt: "", clickLimit: "5", passesQuery: "True" }
  assert.deepEqual(await done(call("create_link", { destination: "https://example.com/odd", ...odd })), ["done"])
  const [made] = (await studio.act("member", listLinks, {})).links
  assert.deepEqual([made?.title, made?.clickLimit, made?.passesQuery], ["Old", 5, true])
  const edit = { id: made?.id, destination: "", title: "", clickLimit: null, passesQuery: null }
  assert.deepEqual(await done(call("edit_link", edit)), ["done"])
  const [edited] = (await studio.act("member", listLinks, {})).links
  assert.deepEqual([edited?.destination, edited?.title, edited?.clickLimit], [made?.destination, null, null])
  assert.equal(edited?.passesQuery, true)
})

test("other members cannot undo a conversation's writes", async (t) => {
  const studio = await assistantWorld(t, [])
  const done = await studio.decide("member", await approvalCards(studio, link("one")), "once")
  for (const as of ["owner", "admin", "stranger"] as const)
    await assert.rejects(studio.act(as, undoCalls, { conversationId: done.id }), { code: "not_found" })
  assert.deepEqual(await slugsOf(studio), ["one"])
})

onBothDatabases("a plan that is approved as a whole runs completely or not at all", async (t, kind) => {
  const studio = await assistantWorld(t, [], { kind })
  const fine = await approvalCards(studio, call("create_doc", { title: "Plan" }), link("one"), link("two"))
  const plans = new Set(valuesOf(callsOf(fine), "plan"))
  assert.ok(plans.size === 1 && !plans.has(null))
  await studio.decide("member", fine, "once")
  assert.deepEqual(await slugsOf(studio), ["one", "two"])

  const clash = await approvalCards(
    studio,
    link("three"),
    call("create_doc", { title: "Never" }),
    link("two", "elsewhere"),
    link("four"),
  )
  const outcomes = callsOf(clash).map(({ rehearsal }) => rehearsal?.outcome)
  assert.deepEqual(outcomes, ["would", "would", "refused", "would"], "the card shows which one cannot be")
  const before = await dumpOf(studio.app.database, own)
  const failed = await studio.decide("member", clash, "once")
  assert.deepEqual(valuesOf(callsOf(failed), "state"), ["failed", "failed", "failed", "failed"])
  const reasons = callsOf(failed).map(({ summary }) => /in the same plan/.test(summary))
  assert.deepEqual(reasons, [true, true, false, true], "each says why, and which one it was")
  assert.equal(await dumpOf(studio.app.database, own), before)
  assert.equal(wordsOf(failed), "Done.")
})

test("a plan that is approved in part is dissolved, and each approved call runs alone", async (t) => {
  const studio = await assistantWorld(t, [])
  const plan = await approvalCards(studio, link("one"), link("two"), link("one", "elsewhere"))
  const [first, second, clash] = waitingOf(plan)
  assert.ok(first && second && clash)
  const partly = await studio.decide("member", plan, { answer: "once", calls: [first, clash] })
  assert.deepEqual(valuesOf(callsOf(partly), "state"), ["done", "waiting", "failed"])
  const done = await studio.decide("member", partly, { answer: "once", calls: [second] })
  assert.deepEqual(valuesOf(callsOf(done), "state"), ["done", "done", "failed"])
  assert.deepEqual(await slugsOf(studio), ["one", "two"])
})

test("a member who lost the role cannot undo, and the refusal says so", async (t) => {
  const studio = await assistantWorld(t, [])
  const done = await studio.decide("member", await approvalCards(studio, call("create_doc", { title: "Plan" })), "once")
  const { member } = studio.callers
  assert.ok(member.kind === "person")
  await studio.app.database.transaction((db) =>
    db.updateTable("members").set({ role: "viewer" }).where("account_id", "=", member.accountId).execute(),
  )
  await assert.rejects(takeBack(studio, done.id), { code: "workspace_forbidden" })
  const kept = await studio.act("member", getConversation, { id: done.id })
  assert.equal(callsOf(kept)[0]?.state, "done")
  const [doc] = await studio.app.database.read.selectFrom("docs").select("id").execute()
  await studio.act("owner", renameDoc, { id: doc?.id ?? "", title: "Still there", emoji: null })
})
