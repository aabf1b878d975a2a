import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { describe, test } from "node:test"
import { anonymous } from "#access/context.ts"
import { revokeConnection } from "#domains/connections/index.ts"
import { createDoc, trashDoc } from "#domains/docs/index.ts"
import { beginUpload, cancelUpload, createUploadLink, receiveFile } from "#domains/drive/index.ts"
import { linkFollower } from "#domains/links/index.ts"
import { recheckDomains } from "#domains/workspaces/index.ts"
import { sweepTables } from "#engines/jobs/retention.ts"
import { dayMs } from "#kernel/time/units.ts"
import { connect, consent } from "#test/support/agents/connect.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { shorten } from "#test/support/workspace/links.ts"
import { watchChanges } from "#test/support/workspace/watch-changes.ts"
import { mcpWorld } from "#test/support/worlds/mcp-world.ts"
import { joinElsewhere, world } from "#test/support/worlds/world.ts"

describe("the workspace's pages are notified", () => {
  onBothDatabases("of files that arrive by an upload link, and of uploads that begin or end", async (t, kind) => {
    const studio = await world(t, kind)
    const { act } = studio
    const { kinds } = watchChanges(studio)
    const { url } = await act("member", createUploadLink, { maxFiles: 5 })
    assert.deepEqual(await kinds(), ["upload-links"])
    const token = url.split("/").at(-1) ?? ""

    const bytes = Readable.from([Buffer.from("hello")])
    await act(anonymous, receiveFile, { token, name: "a.txt", bytes })
    assert.deepEqual(await kinds(), ["drive", "upload-links"])
    const { uploadId } = await act(anonymous, beginUpload, { token, name: "b.txt", lengthBytes: 9 })
    assert.deepEqual(await kinds(), ["upload-links"])
    await act(anonymous, cancelUpload, { token, uploadId })
    assert.deepEqual(await kinds(), ["upload-links"])
  })

  onBothDatabases("of connections that are granted and ended, even for every workspace", async (t, kind) => {
    const studio = await world(t, kind)
    const { act, app, callers, cx, clock } = studio
    const elsewhere = await joinElsewhere(app, callers.member)
    const here = watchChanges(studio)
    const there = watchChanges({ app, workspaceId: elsewhere })
    const { grantId } = await connect(studio, callers.member, { reach: "every" })
    assert.deepEqual([await here.kinds(), await there.kinds()], [["connections"], ["connections"]])
    await act("member", revokeConnection, { id: grantId })
    assert.deepEqual([await here.kinds(), await there.kinds()], [["connections"], ["connections"]])

    await consent(studio, callers.member)
    assert.deepEqual([await here.kinds(), await there.kinds()], [["connections"], []])
    clock.advance(dayMs * 2)
    await sweepTables(
      cx,
      "authorization_requests",
      "access_tokens",
      "refresh_tokens",
      "authorization_codes",
      "audit_entries",
      "grants",
    )
    assert.deepEqual([await here.kinds(), await there.kinds()], [["connections"], []], "it was not used")
  })

  onBothDatabases("of trash that expires and of domains that fail", async (t, kind) => {
    const studio = await world(t, kind)
    const { act, app, cx, clock, workspaceId } = studio
    const { id } = await act("member", createDoc, { title: "Notes" })
    await act("member", trashDoc, { id })
    const { kinds } = watchChanges(studio)
    await kinds()
    clock.advance(31 * dayMs)
    await sweepTables(cx, "docs")
    assert.deepEqual(await kinds(), ["docs"])
    await sweepTables(cx, "docs")
    assert.deepEqual(await kinds(), [], "there was nothing left")

    const row = { id: "domain_a", workspace_id: workspaceId, hostname: "go.studio.example", created_at: 1 }
    await app.database.transaction((db) =>
      db
        .insertInto("domains")
        .values({ ...row, verified_at: 1, checked_at: 1, check_due_at: 2 })
        .execute(),
    )
    const dns = { ...app.dns, resolveTxt: async () => [], resolveCname: async () => [] }
    await recheckDomains({ ...cx, dns } as typeof cx)
    assert.deepEqual(await kinds(), ["domains"])
  })
})

onBothDatabases("clicks notify no page, since there may be thousands a second", async (t, kind) => {
  const studio = await world(t, kind)
  const { slug } = await shorten(studio)
  const { kinds } = watchChanges(studio)
  assert.deepEqual(await kinds(), ["links"])
  await linkFollower(studio.cx)({ hostname: null, slug, query: "", click: { device: "desktop", referrer: "" } })
  assert.deepEqual(await kinds(), [])
})

test("an agent's write notifies pages of the write and of its call record; a read notifies none", async (t) => {
  const studio = await mcpWorld(t)
  const { accessToken } = await studio.connect(studio.callers.member)
  const { kinds } = watchChanges(studio)
  await kinds()
  assert.equal((await studio.call(accessToken, "create_doc", { title: "Plan" })).status, 200)
  assert.deepEqual(await kinds(), ["connections", "docs"])
  assert.equal((await studio.call(accessToken, "search_docs")).status, 200)
  assert.deepEqual(await kinds(), [])
})
