import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import type { z } from "zod"
import { narrowPermits } from "#access/permit-store.ts"
import { decideCalls, type ShownCall, type ShownConversation, tools } from "#domains/assistant/on-demand.ts"
import { listLinks } from "#domains/links/index.ts"
import type { assistantActions } from "#surfaces/console/assistant-actions.ts"
import { anyText } from "#test/support/basics/any-text.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { consoleAction } from "#test/support/pages/console-table.ts"
import type { Part } from "#test/support/stand-ins/model/model-stand-in.ts"
import type { AskedMessage } from "#test/support/stand-ins/model/wires.ts"
import {
  type AssistantWorld,
  assistantWorld,
  callsOf,
  waitingOf,
  wordsOf,
} from "#test/support/worlds/assistant-world.ts"

const link = (slug: string): Part => {
  return { call: "create_link", arguments: { destination: `https://example.com/${slug}`, slug } }
}

/** A conversation with these calls waiting for the member. To everything after them the model says "Done." */
async function asked(studio: AssistantWorld, ...parts: Part[]): Promise<ShownConversation> {
  studio.says(parts, ["Done."])
  return studio.ask("member", "Please")
}

async function slugsOf({ act }: AssistantWorld): Promise<unknown[]> {
  return valuesOf((await act("owner", listLinks, {})).links, "slug").toSorted()
}

const stateOf = (conversation: ShownConversation) => valuesOf(callsOf(conversation), "state")

const firstOf = (conversation: ShownConversation): ShownCall => {
  const [call] = callsOf(conversation)
  assert.ok(call)
  return call
}

async function rowsOf({ app }: AssistantWorld) {
  return app.database.read.selectFrom("assistant_calls").selectAll().orderBy("id").execute()
}

test("a forged, foreign, late or repeated decision changes nothing", async (t) => {
  const studio = await assistantWorld(t, [])
  const waiting = await asked(studio, link("spring"))
  const other = await asked(studio, link("summer"))
  const before = await rowsOf(studio)
  const say = (as: "member" | "owner" | "admin" | "stranger", conversationId: string, callId: string) =>
    studio.act(as, decideCalls, { conversationId, decisions: [{ callId, answer: "once" }] })
  const card = firstOf(waiting)

  await assert.rejects(say("member", waiting.id, "call_forged"), { code: "not_found" })
  await assert.rejects(say("member", waiting.id, firstOf(other).id), { code: "not_found" })
  for (const as of ["owner", "admin", "stranger"] as const)
    await assert.rejects(say(as, waiting.id, card.id), { code: "not_found" }, as)
  studio.clock.advance(24 * 3_600_000)
  await assert.rejects(say("member", waiting.id, card.id), { code: "conflict" })
  assert.deepEqual(await rowsOf(studio), before)
  assert.deepEqual(await slugsOf(studio), [])

  const fresh = await asked(studio, link("autumn"))
  await studio.decide("member", fresh, "no")
  const decided = await rowsOf(studio)
  await assert.rejects(say("member", fresh.id, firstOf(fresh).id), { code: "conflict" })
  assert.deepEqual(await rowsOf(studio), decided)
})

test("a call that was changed after its card was shown does not run", async (t) => {
  const studio = await assistantWorld(t, [])
  const changes = [
    { arguments: JSON.stringify({ destination: "https://evil.example", slug: "other" }) },
    { definition_digest: "0".repeat(64) },
    { tool: "trash_link" },
  ]
  const forms: { calls: Part[]; end: string; says: "why" | "summary" }[] = [
    { calls: [link("spring")], end: "refused", says: "why" },
    { calls: [link("spring"), link("summer")], end: "failed", says: "summary" }, // a plan
  ]
  for (const [set, { calls, end, says }] of changes.flatMap((set) => forms.map((form) => [set, form] as const))) {
    const waiting = await asked(studio, ...calls)
    await studio.app.database.transaction((db) =>
      db.updateTable("assistant_calls").set(set).where("id", "=", firstOf(waiting).id).execute(),
    )
    const done = await studio.decide("member", waiting, "once")
    const first = firstOf(done)
    assert.deepEqual([first.state, first[says]], [end, "This tool has changed since."])
    assert.deepEqual(await slugsOf(studio), [])
  }
})

test("actions accept only the fields that people write or choose", async () => {
  const fields: Record<string, string[]> = {
    "ask-assistant": ["conversationId", "text", "fileIds", "insteadOf", "about", "locale", "timeZone"],
    "decide-calls": ["conversationId", "decisions"],
    "delete-conversation": ["id"],
    "rename-conversation": ["id", "title"],
    "retry-run": ["conversationId"],
    "take-file-out": ["conversationId", "messageId", "fileId"],
    "show-branch": ["conversationId", "messageId"],
    "stop-run": ["conversationId"],
    "undo-calls": ["conversationId", "callId"],
  }
  const forged = [
    "role",
    "parts",
    "messages",
    "result",
    "results",
    "state",
    "calls",
    "arguments",
    "tool",
    "level",
    "may",
  ]
  for (const [name, known] of Object.entries(fields)) {
    const action = await consoleAction(name as keyof typeof assistantActions)
    const input = action.input as z.ZodObject
    assert.deepEqual(Object.keys(input.shape).sort(), known.toSorted(), name)
    for (const field of forged) {
      const { error } = input.safeParse({ [field]: "assistant" })
      const unknown = error?.issues.find((issue) => issue.code === "unrecognized_keys")
      assert.deepEqual(unknown?.keys, [field], `${name} takes ${field}`)
    }
  }
  const decision = { callId: "call_1", answer: "once", arguments: { destination: "https://evil.example" } }
  const posted = decideCalls.input.safeParse({ conversationId: "cnv_1", decisions: [decision] })
  assert.equal(posted.success, false)
})

test("the card shows the complete arguments that run, byte for byte", async (t) => {
  const studio = await assistantWorld(t, [])
  const tool = tools.find(({ name }) => name === "write_doc")
  assert.ok(tool)
  const ran: unknown[] = []
  t.mock.method(tool.action, "run", async (_cx: unknown, input: unknown) => {
    ran.push(input)
    return { id: "doc_1", title: "A doc", version: 1 }
  })
  const text = fc.oneof(
    anyText(60),
    fc.constantFrom("\u202e\u200b\u0000", "⟦address 1⟧", "x".repeat(32 * 1024), '"}\\', "\u{e0041}"),
  )
  const input = fc.record(
    { id: fc.constant("doc_1"), how: fc.constant("append"), markdown: text },
    { noNullPrototype: true },
  )
  const all = fc.sample(input, 20)

  const waiting = await asked(studio, ...all.map((one): Part => ({ call: "write_doc", arguments: one })))

  const cards = waitingOf(waiting)
  assert.deepEqual(valuesOf(cards, "arguments"), all, "nothing is left out, and nothing changed")
  ran.length = 0
  for (const card of cards) {
    await studio.decide("member", waiting, { answer: "once", calls: [card] })
    const written: string = JSON.stringify(tool.action.input.parse(card.arguments))
    assert.equal(JSON.stringify(ran.at(-1)), written)
  }
})

test("ten writes at once are ten cards, each decided separately, and a read does not wait", async (t) => {
  const studio = await assistantWorld(t, [])
  const slugs = Array.from({ length: 10 }, (_, at) => `link-${at}`)
  const waiting = await asked(studio, ...slugs.map(link), { call: "list_links", arguments: {} })

  const [look, ...cards] = callsOf(waiting).toReversed()
  cards.reverse()
  assert.deepEqual([look?.tool, look?.state], ["list_links", "done"])
  assert.deepEqual(
    cards.map((card) => [card.arguments.slug, card.state]),
    slugs.map((slug) => [slug, "waiting"]),
  )
  const one = await studio.decide("member", waiting, { answer: "once", calls: cards.slice(3, 4) })
  assert.deepEqual(await slugsOf(studio), ["link-3"])
  assert.equal(waitingOf(one).length, 9)
  await studio.decide("member", waiting, { answer: "no", calls: cards.slice(0, 3) })
  await studio.decide("member", waiting, { answer: "once", calls: cards.slice(5, 7) })
  const done = await studio.decide("member", waiting, {
    answer: "no",
    calls: [...cards.slice(4, 5), ...cards.slice(7)],
  })
  assert.deepEqual(await slugsOf(studio), ["link-3", "link-5", "link-6"])
  assert.equal(wordsOf(done), "Done.")
})

test("calls that are approved while others run are carried out too", async (t) => {
  const studio = await assistantWorld(t, [])
  const slugs = Array.from({ length: 8 }, (_, at) => `link-${at}`)
  const waiting = await asked(studio, ...slugs.map(link))
  const say = ({ id }: ShownCall) =>
    studio.act("member", decideCalls, { conversationId: waiting.id, decisions: [{ callId: id, answer: "once" }] })
  await Promise.all(waitingOf(waiting).map(say))
  const done = await studio.settled("member", waiting.id)
  assert.deepEqual(await slugsOf(studio), slugs)
  assert.equal(wordsOf(done), "Done.")
})

/** Providers require each call's result in the next message. */
function assertWellFormed(messages: readonly AskedMessage[]): void {
  for (const [at, { calls }] of messages.entries()) {
    if (calls.length === 0) continue
    const results = messages[at + 1]?.results ?? []
    assert.deepEqual(valuesOf(results, "callId").toSorted(), valuesOf(calls, "id").toSorted())
  }
}

test("a new message declines waiting calls, and the model gets a well-formed conversation", async (t) => {
  const studio = await assistantWorld(t, [])
  const waiting = await asked(studio, "I would make these.", link("spring"), link("summer"))
  studio.says(["Never mind."])
  const next = await studio.ask("member", "Something else", { conversationId: waiting.id })
  assert.deepEqual(stateOf(next), ["declined", "declined"])
  assert.equal(wordsOf(next), "Never mind.")
  const messages = studio.model.journal.at(-1)?.messages ?? []
  assertWellFormed(messages)
  const [, , results] = messages
  assert.equal(results?.results.length, 2)
  for (const { text } of results?.results ?? []) assert.match(text, /declined/)
  assert.match(messages.at(-1)?.text ?? "", /Something else/)
  assert.deepEqual(await slugsOf(studio), [])
})

onBothDatabases("concurrent approvals of a call run it once", async (t, kind) => {
  const studio = await assistantWorld(t, [], { kind })
  const waiting = await asked(studio, { call: "create_doc", arguments: { title: "Plan" } })
  const decisions = [{ callId: firstOf(waiting).id, answer: "once" as const }]
  const said = await Promise.allSettled(
    Array.from({ length: 5 }, () => studio.act("member", decideCalls, { conversationId: waiting.id, decisions })),
  )
  assert.equal(said.filter(({ status }) => status === "fulfilled").length, 1)
  await studio.settled("member", waiting.id)
  const docs = await studio.app.database.read.selectFrom("docs").select("title").execute()
  assert.deepEqual(valuesOf(docs, "title"), ["Plan"])
})

test("a declined call stays declined in the same answer", async (t) => {
  const studio = await assistantWorld(t, [])
  studio.says([link("spring")], [link("spring"), link("summer")], ["Done."])
  const waiting = await studio.ask("member", "Please")
  const again = await studio.decide("member", waiting, "no")
  assert.deepEqual(stateOf(again), ["declined", "refused", "waiting"])
  const result = studio.model.journal[1]?.messages.at(-1)?.results[0]?.text ?? ""
  assert.match(result, /declined/)
})

const never = { level: "never", role: "member", tool: "create_link" } as const
const changesBetween: [what: string, change: (studio: AssistantWorld) => Promise<unknown>, why: RegExp][] = [
  [
    "the role is lost",
    ({ app, callers }) =>
      app.database.transaction((db) =>
        db.updateTable("members").set({ role: "viewer" }).where("account_id", "=", accountOf(callers.member)).execute(),
      ),
    /role/,
  ],
  [
    "the permission is narrowed",
    ({ cx, workspaceId }) =>
      cx.atomically(async (cx) => {
        await narrowPermits(cx, workspaceId)
        await cx.db
          .insertInto("tool_permissions")
          .values({ workspace_id: workspaceId, ...never })
          .execute()
      }),
    /turned it off for your role/,
  ],
  [
    "the assistant is switched off",
    ({ cx, workspaceId }) =>
      cx.atomically(async (cx) => {
        await narrowPermits(cx, workspaceId)
        const settings = { strict_since: null, kept_days: null, member_daily_tokens: null, monthly_tokens: null }
        const row = { ...settings, model_key_sealed: null, switched_off_at: cx.now(), updated_at: cx.now() }
        await cx.db
          .insertInto("assistant_settings")
          .values({ workspace_id: workspaceId, ...row })
          .execute()
      }),
    /turned the assistant off/,
  ],
  [
    "the budget is gone",
    ({ app, cx }) =>
      cx.atomically((cx) =>
        cx.db
          .updateTable("assistant_spending")
          .set({ tokens: app.assistant.limits.installationDayTokens })
          .where("subject", "=", "installation")
          .execute(),
      ),
    /daily assistant limit/,
  ],
]

const accountOf = (caller: AssistantWorld["callers"]["member"]) => (caller.kind === "anonymous" ? "" : caller.accountId)

for (const [what, change, why] of changesBetween) {
  for (const [form, calls] of [
    ["a call", [link("spring")]],
    ["a plan", [link("spring"), link("summer")]],
  ] as const) {
    // biome-ignore format: a table
    test(`when ${what} between card and click, ${form} does not run, and its card says why`, async (t) => {
      const studio = await assistantWorld(t, [])
      const waiting = await asked(studio, ...calls)
      await change(studio)
      const done = await studio.decide("member", waiting, "once")
      const { state, why: said, summary } = firstOf(done)
      assert.ok(["refused", "failed"].includes(state), state)
      assert.match(`${said} ${summary}`, why)
      assert.deepEqual(await slugsOf(studio), [])
    })
  }
}

test("a member who was removed between card and click cannot decide", async (t) => {
  const studio = await assistantWorld(t, [])
  const waiting = await asked(studio, link("spring"))
  const remove = () =>
    studio.app.database.transaction((db) =>
      db.deleteFrom("members").where("account_id", "=", accountOf(studio.callers.member)).execute(),
    )
  const decisions = [{ callId: firstOf(waiting).id, answer: "once" as const }]
  await studio.act("member", decideCalls, { conversationId: waiting.id, decisions: [] }).catch(() => {})
  await remove()
  await assert.rejects(studio.act("member", decideCalls, { conversationId: waiting.id, decisions }), {
    code: "workspace_forbidden",
  })
  assert.deepEqual(await slugsOf(studio), [])
})

test("lasting allowances are offered only where every ceiling permits, for the shown definition", async (t) => {
  const studio = await assistantWorld(t, [])
  const capability = await asked(studio, { call: "create_upload_link", arguments: {} })
  assert.deepEqual(firstOf(capability).offers, [])
  await assert.rejects(studio.decide("member", capability, "always"), { code: "invalid_request" })
  await assert.rejects(studio.decide("member", capability, "conversation"), { code: "invalid_request" })
  assert.deepEqual(stateOf(await studio.settled("member", capability.id)), ["waiting"])

  studio.says([link("one")], [link("two")], ["Done."])
  const first = await studio.ask("member", "Please")
  assert.deepEqual(firstOf(first).offers, ["conversation", "always"])
  const both = await studio.decide("member", first, "conversation")
  assert.deepEqual(stateOf(both), ["done", "done"], "the second one ran by itself")
  assert.deepEqual(stateOf(await asked(studio, link("three"))), ["waiting"], "not in another conversation")

  await studio.app.database.transaction((db) =>
    db.updateTable("conversation_allowances").set({ definition_digest: "of another definition" }).execute(),
  )
  studio.says([link("four")], ["Done."])
  const changed = await studio.ask("member", "And?", { conversationId: first.id })
  assert.deepEqual(stateOf(changed), ["done", "done", "waiting"])
  const always = await studio.decide("member", changed, "always")
  assert.equal(wordsOf(always), "Done.")
  studio.says([link("five")], ["Done."])
  assert.deepEqual(stateOf(await studio.ask("member", "Please")), ["done"], "anywhere, once it was allowed always")
  await studio.app.database.transaction((db) =>
    db.updateTable("member_tool_choices").set({ definition_digest: "of another definition" }).execute(),
  )
  assert.deepEqual(stateOf(await asked(studio, link("six"))), ["waiting"])
})

test("a read that needs approval waits for its person like any other call", async (t) => {
  const studio = await assistantWorld(t, [])
  const ask = { workspace_id: studio.workspaceId, tool: "list_links", role: "member", level: "ask" } as const
  await studio.app.database.transaction((db) => db.insertInto("tool_permissions").values(ask).execute())
  const waiting = await asked(studio, { call: "list_links", arguments: {} }, { call: "search_docs", arguments: {} })
  assert.deepEqual(stateOf(waiting), ["waiting", "done"])
  assert.equal(studio.model.journal.length, 1, "the model gets no request before")
  assert.deepEqual(stateOf(await studio.decide("member", waiting, "once")), ["done", "done"])
})
