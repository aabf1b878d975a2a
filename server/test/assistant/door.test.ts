import assert from "node:assert/strict"
import { test } from "node:test"
import { setImmediate } from "node:timers/promises"
import type { Action } from "#access/action.ts"
import type { Caller } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import { beginPermits, narrowPermits } from "#access/permit-store.ts"
import { type Role, roleCovers, roles } from "#access/roles.ts"
import { setAssistant, tools } from "#domains/assistant/on-demand.ts"
import { consoleActions } from "#surfaces/console/console-actions.ts"
import { actionOf } from "#surfaces/console/console-row.ts"
import { endpoints } from "#surfaces/rest/endpoints.ts"
import { lookAround, readsIn, writesIn } from "#test/support/assistant/tool-arguments.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { dumpOf } from "#test/support/databases/dump.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { type AssistantWorld, assistantWorld, callsOf } from "#test/support/worlds/assistant-world.ts"
import { type World, world } from "#test/support/worlds/world.ts"

/** All tools of the assistant. None may reach permissions, members, servers, keys or budgets, or move money. */
const writes = [
  ...["add_offer_file", "create_doc", "create_folder", "create_gift_codes", "create_link", "create_share_link"],
  ...["create_upload_link", "disable_gift_code", "edit_link", "edit_offer", "move_files", "publish_doc"],
  ...["remove_offer_file", "rename_doc", "rename_file", "restore_doc", "restore_files", "restore_link"],
  ...["revoke_share_link", "revoke_upload_link", "set_offer_state", "set_stream_plan", "trash_doc", "trash_files"],
  ...["trash_link", "write_doc"],
]
const reads = [
  ...["get_file", "get_link", "get_link_stats", "get_offer", "get_purchase", "get_revenue", "get_storage"],
  ...["get_team_time", "get_team_week", "list_gift_codes", "list_link_tags", "read_file"],
  ...[
    "list_drive_trash",
    "list_folder",
    "list_links",
    "list_offers",
    "list_purchases",
    "list_share_links",
    "list_streamelements_commands",
  ],
  ...[
    "list_trashed_docs",
    "list_upload_links",
    "list_workspaces",
    "look_at_doc",
    "read_doc",
    "search_doc_text",
    "search_docs",
  ],
  "search_drive_files",
]

test("the assistant has exactly these tools", () => {
  assert.deepEqual(valuesOf(tools, "name"), [...reads, ...writes].sort())
  assert.deepEqual(
    tools.filter(({ kind }) => kind === "write").map(({ name }) => name),
    writes,
  )
})

const own = /^(assistant_|conversation|member_tool|commits)/
const levels = ["never", "ask", "always"] as const

/**
 * The state of a call at a level, after outsiders' text was read in the same step. The studio has no purchases and no
 * channel.
 */
function expectedOf(
  { name, role: needed, kind }: (typeof tools)[number],
  role: Role,
  level: (typeof levels)[number],
): string {
  if (level === "never" || !roleCovers(role, needed)) return "refused"
  if (level === "ask" || kind === "write") return "waiting"
  return ["get_purchase", "list_streamelements_commands"].includes(name) ? "failed" : "done"
}

/** The assistant's own tables, and those for the notice of a waiting card, which is no effect of a call. */
const besides = new RegExp(`${own.source}|^(tool_permissions|notifications|changes|workspace_clocks)$`)

for (const role of roles) {
  test(`for a ${role}, calls that are not permitted are not carried out`, async (t) => {
    const { limits } = (await world(t)).app.assistant
    const studio = await assistantWorld(t, [], { assistant: { limits: { ...limits, calls: 100 } } })
    const inputs = await writesIn(studio)
    const given = { ...inputs, ...(await readsIn(studio, inputs)) }
    assert.deepEqual(Object.keys(given).sort(), valuesOf(tools, "name"), "all of them are tried")
    for (const level of levels) {
      await studio.app.database.transaction(async (db) => {
        await db.deleteFrom("tool_permissions").execute()
        const rows = tools.map(({ name }) => ({ workspace_id: studio.workspaceId, tool: name, role, level }))
        await db.insertInto("tool_permissions").values(rows).execute()
      })
      const before = await dumpOf(studio.app.database, besides)
      studio.says(
        tools.map(({ name }) => ({ call: name, arguments: given[name] })),
        ["Done."],
      )
      const { length } = studio.model.journal
      const asked = await studio.ask(role, "All of it")
      const offered = studio.model.journal[length]?.tools ?? []
      for (const [at, { tool, state }] of callsOf(asked).entries()) {
        const row = tools[at]
        assert.ok(row && row.name === tool)
        const expected = expectedOf(row, role, level)
        assert.equal(state, expected, `${tool} at ${level}`)
        if (expected === "refused") assert.ok(!offered.some(({ name }) => name === tool), `${tool} is not offered`)
      }
      const after = await dumpOf(studio.app.database, besides)
      assert.equal(after, before, `nothing was written at ${level}`)
    }
  })
}

function assistantOf(
  { callers, workspaceId }: World,
  role: Role,
  { may, epoch = 0 }: { may: readonly object[]; epoch?: number },
): Caller {
  const person = callers[role]
  assert.ok(person.kind === "person")
  const { accountId } = person
  return { kind: "assistant", accountId, workspace: { workspaceId }, runId: "run_1", may: new Set(may), epoch }
}

test("the assistant performs only the actions of its offered tools", async (t) => {
  const studio = await world(t)
  const all = new Set<Action>([
    ...(await Promise.all(Object.values(consoleActions).map(actionOf))),
    ...endpoints.map(({ action }): Action => action),
    ...tools.map(({ action }): Action => action),
  ])
  const others = tools.map(({ action }) => action)
  for (const action of all) {
    const caller = assistantOf(studio, "owner", { may: others.filter((other) => other !== action) }) // biome-ignore format: one thought
    const refusal = { code: "workspace_forbidden", message: "The assistant does not have permission." }
    await assert.rejects(async () => perform({ app: studio.app, caller }, action, {}), refusal)
  }
  assert.ok(all.size > 100)
})

test("no tool finds an object of another workspace", async (t) => {
  const studio = await world(t)
  const { stranger } = studio.callers
  const act: World["act"] = (_, action, input) => studio.act(stranger, action, input)
  const there = { ...studio, act, callers: { ...studio.callers, member: stranger } }
  const writes = await writesIn(there)
  await studio.cx.atomically((cx) => beginPermits(cx, studio.workspaceId))
  const named = /"(?:id|ids|offerId|folderId)":/
  const all = Object.entries({ ...writes, ...(await readsIn(there, writes)) })
  const before = await lookAround(there)
  const byId = all.filter(([, input]) => named.test(JSON.stringify(input)))
  for (const [name, input] of byId) {
    const tool = tools.find((one) => one.name === name) ?? assert.fail(name)
    const caller = assistantOf(studio, "owner", { may: [tool.action] })
    await assert.rejects(perform({ app: studio.app, caller }, tool.action, input), { code: "not_found" }, name)
  }
  assert.ok(byId.length >= 28, `${byId.length} tools take an id`)
  assert.equal(await lookAround(there), before)
})

const away: [state: string, change: (studio: AssistantWorld) => Promise<unknown>][] = [
  ["switched off by its owner", ({ act }) => act("owner", setAssistant, { isOn: false })],
  ["out of tokens", ({ act }) => act("owner", setAssistant, { monthlyTokens: 1_000 })],
  ["switched off here", async ({ app }) => void Object.assign(app.assistant, { isOn: false })],
]

for (const [state, change] of away) {
  test(`where the assistant is ${state}, no call is carried out, even if every tool was allowed`, async (t) => {
    const studio = await assistantWorld(t, [])
    const inputs = await writesIn(studio)
    const level = "always" as const
    const rows = tools.map(
      ({ name: tool }) => ({ workspace_id: studio.workspaceId, tool, role: "member", level }) as const,
    )
    await studio.app.database.transaction((db) => db.insertInto("tool_permissions").values(rows).execute())
    const before = await dumpOf(studio.app.database, besides)
    let isAway = false
    studio.model.script = async () => {
      if (!isAway) await change(studio)
      isAway = true
      return tools.filter(({ kind }) => kind === "write").map(({ name }) => ({ call: name, arguments: inputs[name] }))
    }
    const asked = await studio.ask("member", "All of it")
    const calls = callsOf(asked)
    assert.ok(calls.length > 10 && calls.every((call) => call.state === "refused" || call.state === "proposed"))
    assert.equal(await dumpOf(studio.app.database, besides), before)
  })
}

onBothDatabases("once a permission was narrowed, no write that began earlier commits", async (t, kind) => {
  const studio = await world(t, kind)
  const { app, cx, workspaceId } = studio
  await cx.atomically((cx) => beginPermits(cx, workspaceId))
  const tool = tools.find(({ name }) => name === "create_doc")
  assert.ok(tool)
  const count = async (db: typeof app.database.read) => (await db.selectFrom("docs").select("id").execute()).length
  const outcomes = new Set<boolean>()
  for (let epoch = 0; epoch < 50; epoch += 1) {
    const caller = assistantOf(studio, "member", { may: [tool.action], epoch })
    const write = (): Promise<boolean> => perform({ app, caller }, tool.action, { title: "A doc" }).then(() => true, () => false) // biome-ignore format: one thought
    const first = [write(), write()]
    // The delay varies, so that the narrowing meets each statement of the write.
    for (let turns = 0; turns < epoch % 10; turns += 1) await setImmediate()
    const narrowing = cx.atomically(async (cx) => {
      await narrowPermits(cx, workspaceId)
      return count(cx.db)
    })
    const written = await Promise.all([...first, write()])
    assert.equal(await count(app.database.read), await narrowing, "what committed did so before")
    for (const outcome of written) outcomes.add(outcome)
  }
  assert.equal(outcomes.size, 2, "some were before it, and some were refused")
})

test("a narrowed permission applies to the next call of a running answer", async (t) => {
  const studio = await assistantWorld(t, [])
  const { workspaceId } = studio
  const level = { workspace_id: workspaceId, tool: "create_doc", role: "member" } as const
  await studio.app.database.transaction(
    (db) =>
    db.insertInto("tool_permissions").values({ ...level, level: "always" }).execute(), // biome-ignore format: one thought
  )
  const create = (title: string) => [{ call: "create_doc", arguments: { title } }]
  let asked = 0
  studio.model.script = async () => {
    asked += 1
    if (asked === 2) {
      await studio.cx.atomically(async (cx) => {
        await narrowPermits(cx, workspaceId)
        await cx.db.updateTable("tool_permissions").set({ level: "never" }).execute()
      })
    }
    return asked < 3 ? create(`Doc ${asked}`) : ["Done."]
  }
  const done = await studio.ask("member", "Two docs")
  assert.deepEqual(
    callsOf(done).map(({ state, why }) => [state, /turned it off/.test(why)]),
    [["done", false], ["refused", true]], // biome-ignore format: a table
  )
})
