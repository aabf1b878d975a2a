import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { test } from "node:test"
import { anonymous, type Caller } from "#access/context.ts"
import { type AgentWrites, recordAgentWrite, tellAgentWrites } from "#domains/connections/index.ts"
import { createUploadLink, receiveFile } from "#domains/drive/index.ts"
import { refundPurchase } from "#domains/handover/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { newId } from "#kernel/ids.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import { linesOf } from "#test/support/workspace/notifications.ts"
import { world } from "#test/support/worlds/world.ts"
import { chooseNotification } from "./index.ts"

const accountOf = (caller: Caller) => (caller.kind === "anonymous" ? "" : caller.accountId)

test("a refund stores who asked for it, so that this person is not notified", async (t) => {
  const studio = await world(t)
  const offer = await offerOnSale(studio)
  const { id } = await insertPurchase(studio, offer, { charged_cents: 0, amount_cents: 0 })
  await studio.act("admin", refundPurchase, { id })
  const { refund_started_by } = await studio.cx.db
    .selectFrom("purchases")
    .select("refund_started_by")
    .where("id", "=", id)
    .executeTakeFirstOrThrow()
  assert.equal(refund_started_by, accountOf(studio.callers.admin))
})

test("an app's writes make one line for its person and one for the admins, and each write counts once", async (t) => {
  const studio = await world(t)
  const { cx, workspaceId, callers, app } = studio
  const accountId = accountOf(callers.member)
  const grantId = newId("grant")
  await app.database.transaction((db) =>
    db
      .insertInto("grants")
      .values({
        ...{ id: grantId, account_id: accountId, client_id: "agents", workspace_id: workspaceId },
        ...{ default_workspace_id: workspaceId, scope: "links:write", resource: "http://localhost:3000/mcp" },
        ...{ redirect_uri: "https://claude.example/callback", created_at: 1, last_used_at: null, revoked_at: null },
        ...{ revoked_reason: null, left_out: "", expires_at: cx.now() + 1 },
      })
      .execute(),
  )
  const recorded: AgentWrites[] = []
  const entry = { grantId, accountId, workspaceId, tool: "create_link", outcome: "ok", thing: "link_1" }
  for (const id of ["audit_1", "audit_2", "audit_2", "audit_3"]) {
    await cx.atomically((cx) => recordAgentWrite(cx, { ...entry, id }, (writes) => recorded.push(writes)))
  }
  await assert.rejects(
    cx.atomically(async (cx) => {
      await recordAgentWrite(cx, { ...entry, id: "audit_4" }, (writes) => recorded.push(writes))
      throw new Error("It is not done after all.")
    }),
  )
  for (const writes of recorded) await cx.atomically((cx) => tellAgentWrites(cx, writes))

  assert.deepEqual(await linesOf(studio, "member"), ["claude.example made 3 changes for you"])
  assert.deepEqual(await linesOf(studio, "admin"), ["claude.example made 3 changes for member"])
  assert.deepEqual(await linesOf(studio, "viewer"), [])
})

test("files through an upload link notify the link's creator, who can switch the mail off", async (t) => {
  for (const isOn of [true, false]) {
    const studio = await world(t)
    const { act, app, clock } = studio
    await act("member", chooseNotification, { kind: "uploads", channel: "mail", isOn })
    const { url } = await act("member", createUploadLink, { maxFiles: 3 })
    const token = url.split("/").at(-1)
    for (const name of ["one.txt", "two.txt"]) {
      const bytes = Readable.from([Buffer.from(name)])
      await act(anonymous, receiveFile, {
        token: String(token),
        name,
        contentType: "text/plain",
        bytes,
        lengthBytes: 7,
      })
    }
    assert.deepEqual(await linesOf(studio, "member"), ["2 new files from your upload link"])
    assert.deepEqual(await linesOf(studio, "owner"), [])
    clock.advance(61_000)
    await runDueJobs(app, jobs)
    assert.equal(studio.mails().length, isOn ? 1 : 0)
  }
})
