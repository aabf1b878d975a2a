import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import type { Caller } from "#access/context.ts"
import type { App } from "#access/perform.ts"
import { perform } from "#access/perform.ts"
import { type SecurityEvent, securityEvents } from "#access/security-event.ts"
import { consoleActions } from "#surfaces/console/console-actions.ts"
import { root, sources } from "#test/rules/source-graph.ts"
import { allScopes } from "#test/support/agents/connect.ts"
import { mailsTo } from "#test/support/formats/mails-to.ts"
import { consoleAction } from "#test/support/pages/console-table.ts"
import { askForCode, newestMail, openBrowser } from "#test/support/pages/simple-browser.ts"
import { shorten } from "#test/support/workspace/links.ts"
import { consoleWorld } from "#test/support/worlds/console-world.ts"
import { openLog } from "../../src/log/log.ts"

type Name = keyof typeof consoleActions

const operator = "owner@elsewhere.example"
const operated = (app: App): App => ({ ...app, admission: { ...app.admission, operators: [operator] } })

/** The names of all operators' actions in the console's table. */
const names = sources()
  .flatMap((file) => [...readFileSync(join(root, file), "utf8").matchAll(/^export const (\w+) = operatorAction\(/gm)])
  .map(([, name = ""]) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)) as Name[]

/** The inputs that would take effect if a caller were let in. */
const inputs: Partial<Record<Name, object>> = {
  "close-report": { id: "report_x" },
  "lift-suspension": { kind: "workspace", id: "workspace_x" },
  "retry-dead-job": { id: "job_x" },
  "retry-dead-jobs": { kind: "mail-receipt" },
  "set-sign-up": { signUp: "closed" },
  "settle-unclear-money": { id: "unclear_x", decision: "refund" },
  suspend: { kind: "workspace", id: "workspace_x", reason: "other", words: "" },
}

/** Actions that succeed for an operator although their subject does not exist. */
const isAllowedEmpty = (name: Name) => name === "set-sign-up" || name === "retry-dead-jobs"

test("404 for all callers but operators, in any role, for each of the operators' actions", async (t) => {
  const { world, enter, ask } = await consoleWorld(t, {}, operated)
  assert.ok(names.length >= 13, `only ${names.length} were found`)
  const suspends = { kind: "workspace", id: world.workspaceId, reason: "other", words: "" }
  for (const email of ["owner@studio.example", "member@studio.example", "nobody@stranger.example"]) {
    const browser = await enter(email)
    for (const name of names) {
      const refused = await ask(browser, name, name === "suspend" ? suspends : inputs[name])
      assert.deepEqual([refused.status, refused.body.error.code], [404, "not_found"], `${name}: ${email}`)
    }
  }
  const { read } = world.app.database
  assert.deepEqual(await read.selectFrom("suspensions").selectAll().execute(), [])
  assert.deepEqual(await read.selectFrom("sign_up_decisions").selectAll().execute(), [])
  const asOperator = await enter(operator)
  for (const name of names) {
    const { status } = await ask(asOperator, name, inputs[name])
    const expected = consoleActions[name].method === "GET" || isAllowedEmpty(name) ? [200] : [404, 409]
    assert.ok(expected.includes(status), `${name}: ${status}`)
  }
})

test("an operator's own connection may do none of it, even with every scope", async (t) => {
  const { world } = await consoleWorld(t)
  const owner = world.callers.stranger
  assert.ok(owner.kind === "person")
  const caller: Caller = {
    kind: "connection",
    accountId: owner.accountId,
    grantId: "grant_x",
    scopes: new Set(allScopes),
    workspace: { slug: "elsewhere" },
  }
  for (const name of names) {
    const asked = perform({ app: operated(world.app), caller }, await consoleAction(name), inputs[name] ?? {})
    await assert.rejects(asked, { code: "insufficient_scope" }, name)
  }
})

test("only a mail says to an unknown address that sign-up is closed; invitations work", async (t) => {
  const { world, enter, ask } = await consoleWorld(t, {}, operated)
  const asOperator = await enter(operator)
  const owner = await enter("owner@studio.example")
  const answers = async (email: string) => {
    const page = await askForCode(openBrowser(world), email)
    return [page.status, page.text.replaceAll(email, "")]
  }
  const before = await answers("ann@example.com")
  assert.match((await newestMail(world, "ann@example.com")).subject, /is your Atelier code/)

  assert.equal((await ask(asOperator, "set-sign-up", { signUp: "closed" })).status, 200)
  await ask(owner, "invite-member", { email: "guest@example.com", role: "viewer" })

  assert.deepEqual(await answers("bo@example.com"), before)
  assert.match((await newestMail(world, "bo@example.com")).subject, /^No Atelier account/)
  for (const email of ["guest@example.com", operator, "member@studio.example"]) {
    await answers(email)
    assert.match((await newestMail(world, email)).subject, /is your Atelier code/, email)
  }
  const { signUp, decidedAt } = (await ask(asOperator, "get-sign-up")).body
  assert.deepEqual([signUp, decidedAt], ["closed", world.clock.now()])
  await ask(asOperator, "set-sign-up", { signUp: "open" })
  await answers("bo@example.com")
  await newestMail(world, "bo@example.com")
  assert.ok(mailsTo(world, "bo@example.com").some(({ subject }) => subject.includes("is your Atelier code")))
})

test("a dead job is listed with its last error, and retried once from now on", async (t) => {
  const { world, enter, ask } = await consoleWorld(t, {}, operated)
  const asOperator = await enter(operator)
  const row = { id: "job_dead", kind: "mail-sign-in", lane: "mail", payload: '{"signInId":"x"}', dedupe_key: "one" }
  const dead = {
    ...row,
    run_at: 1,
    attempts: 20,
    lease: null,
    dead_at: 5,
    last_error: "No route to host",
    created_at: 1,
  }
  await world.app.database.transaction((db) => db.insertInto("jobs").values(dead).execute())

  const [listed] = (await ask(asOperator, "list-dead-jobs")).body.items
  assert.deepEqual(
    [listed.kind, listed.attempts, listed.lastError, listed.deadAt],
    ["mail-sign-in", 20, "No route to host", 5],
  )
  assert.equal((await ask(asOperator, "get-operator-overview")).body.deadJobs, 1)

  const waiting = { ...dead, id: "job_waiting", attempts: 0, dead_at: null, last_error: null }
  await world.app.database.transaction((db) => db.insertInto("jobs").values(waiting).execute())
  assert.equal((await ask(asOperator, "retry-dead-job", { id: "job_dead" })).status, 409, "the same work waits")
  await world.app.database.transaction((db) => db.deleteFrom("jobs").where("id", "=", "job_waiting").execute())
  assert.equal((await ask(asOperator, "retry-dead-job", { id: "job_dead" })).status, 200)
  assert.equal((await ask(asOperator, "retry-dead-job", { id: "job_dead" })).status, 409)
  const now = await world.app.database.read
    .selectFrom("jobs")
    .selectAll()
    .where("id", "=", "job_dead")
    .executeTakeFirst()
  assert.deepEqual([now?.dead_at, now?.attempts, now?.run_at], [null, 0, world.clock.now()])
})

test("reports and operators' actions leave log lines that name the account, and no address", async (t) => {
  const lines: Record<string, string>[] = []
  const log = openLog("info", { write: (text) => void lines.push(JSON.parse(text)) })
  const { world, enter, ask } = await consoleWorld(t, {}, (app) => ({ ...operated(app), log }))
  const asOperator = await enter(operator)
  const link = await shorten(world)
  const subject = { kind: "link", id: link.id }
  const report = async () => {
    const eve = openBrowser(world)
    const form = (await eve.visit("/report")).form("Send report")
    await eve.send(form, { about: link.shortUrl, email: "eve@example.com", words: "Look." })
  }
  await report()
  const [{ id }] = (await ask(asOperator, "list-reports")).body.items
  await ask(asOperator, "close-report", { id })
  await ask(asOperator, "suspend", { ...subject, reason: "malware", words: "" })
  await ask(asOperator, "lift-suspension", subject)
  await ask(asOperator, "set-sign-up", { signUp: "open" })

  const events = lines.filter(({ event }) => event !== undefined)
  const expected: SecurityEvent[] = [
    "abuse_reported",
    "report_closed",
    "suspended",
    "suspension_lifted",
    "sign_up_changed",
  ]
  const ours = events.filter(({ event }) => expected.includes(event as SecurityEvent))
  assert.deepEqual(
    ours.map(({ event }) => event),
    expected,
  )
  for (const line of ours) {
    for (const name of [...securityEvents[line.event as SecurityEvent].names, "network"]) {
      assert.ok(line[name], `${line.event} names no ${name}`)
    }
    if (line.event !== "abuse_reported") assert.ok(line.accountId ?? line.byAccountId, String(line.event))
  }
  assert.doesNotMatch(JSON.stringify(ours), /@|Look/)
})

test("dead jobs of one kind are retried together; those with a waiting duplicate, and other kinds, stay", async (t) => {
  const { world, enter, ask } = await consoleWorld(t, {}, operated)
  const asOperator = await enter(operator)
  const job = (id: string, more: object) => ({
    ...{ id, kind: "mail-receipt", lane: "mail", payload: "{}", dedupe_key: id, run_at: 1, attempts: 120, lease: null },
    ...{ dead_at: 5 as number | null, last_error: "No route to host", created_at: 1, ...more },
  })
  const rows = [
    ...["job_1", "job_2"].map((id) => job(id, {})),
    job("job_twin", { dedupe_key: "job_2", dead_at: 6 }),
    job("job_other", { kind: "mail-seller" }),
    job("job_held", { dedupe_key: "waits" }),
    job("job_waits", { dedupe_key: "waits", dead_at: null, attempts: 0 }),
  ]
  await world.app.database.transaction((db) => db.insertInto("jobs").values(rows).execute())

  const { status, body } = await ask(asOperator, "retry-dead-jobs", { kind: "mail-receipt" })

  assert.deepEqual([status, body], [200, { retried: 2, isMore: false }])
  const dead = await world.app.database.read.selectFrom("jobs").select("id").where("dead_at", "is not", null).execute()
  assert.deepEqual(dead.map(({ id }) => id).sort(), ["job_held", "job_other", "job_twin"])
})
