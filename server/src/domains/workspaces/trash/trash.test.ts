import assert from "node:assert/strict"
import { describe, type TestContext, test } from "node:test"
import { anonymous, type Caller } from "#access/context.ts"
import { readMessage } from "#adapters/mail/read-message.ts"
import {
  askAssistant,
  chooseTool,
  getAssistantSettings,
  setAssistant,
  setToolPermissions,
} from "#domains/assistant/on-demand.ts"
import { createDoc } from "#domains/docs/index.ts"
import { createFolder, createShareLink, createUploadLink, getUploadLink } from "#domains/drive/index.ts"
import { getDelivery, listOffers } from "#domains/handover/index.ts"
import { createTaggedLink, importLinks, linkFollower } from "#domains/links/index.ts"
import { setListedOffers, setPageLinks } from "#domains/seller-pages/index.ts"
import { setWorkingHours } from "#domains/team-time/index.ts"
import { domainHooks } from "#engines/jobs/domain-hooks.ts"
import { dayMs } from "#kernel/time/units.ts"
import { readTables } from "#storage/baseline/index.ts"
import type { Schema } from "#storage/schema.ts"
import { connect } from "#test/support/agents/connect.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { type DatabaseKind, onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { upload } from "#test/support/selling/shop.ts"
import { openTill, type Till } from "#test/support/selling/till.ts"
import { shorten, verifyDomain } from "#test/support/workspace/links.ts"
import {
  changeSlug,
  checkSlug,
  createWorkspace,
  emptyWorkspaces,
  getOwnWorkspace,
  inviteMember,
  listTrashedWorkspaces,
  listWorkspaces,
  restoreWorkspace,
  trashWorkspace,
} from "../index.ts"

const typed = { slug: "studio" }
const card = { card: "4242424242424242" }

/** A workspace with an offer, a short link and an upload link. `reach` requests each as a visitor does. */
async function openStudio(t: TestContext, kind: DatabaseKind) {
  const till = await openTill(t, kind)
  const { act, cx } = till
  const { slug } = await shorten(till)
  const { url } = await act("member", createUploadLink, {})
  const token = url.split("/").at(-1) ?? ""
  const follow = linkFollower(cx)
  const reach = async () => {
    const asked = await Promise.allSettled([
      act("viewer", getOwnWorkspace, {}),
      till.getOffer(),
      act(anonymous, getUploadLink, { token }),
      follow({ hostname: null, slug, query: "", click: null }),
    ])
    return valuesOf(asked, "status")
  }
  return { ...till, reach }
}

const all = (status: string) => Array(4).fill(status)

/** Buys the offer and returns the delivery's address. `afterOpening` runs once the checkout is open. */
async function buy(till: Till, afterOpening: () => Promise<unknown> = async () => {}): Promise<string> {
  const { sessionId = "" } = await till.checkout({})
  await afterOpening()
  await till.sandbox.pay(sessionId, card)
  await till.deliver()
  const [purchase] = await till.purchases()
  assert.equal(purchase?.state, "fulfilled")
  const texts = till.mails().map((mail) => readMessage(mail).text)
  return /\/delivery\/([\w.-]+)/.exec(texts.join("\n"))?.[1] ?? ""
}

async function rowsOf({ app, workspaceId }: Till, table: keyof Schema): Promise<number> {
  const rows = app.database.read.selectFrom(table as "docs").select("workspace_id")
  return (await rows.where("workspace_id", "=", workspaceId).execute()).length
}

describe("a workspace in the trash", () => {
  onSqlite("is closed to all visitors from the next request on, and is restored as it was", async (t, kind) => {
    const { act, cx, clock, reach } = await openStudio(t, kind)
    assert.deepEqual(await reach(), all("fulfilled"))

    const { restorableUntil } = await act("owner", trashWorkspace, typed)

    assert.equal(restorableUntil, clock.now() + 30 * dayMs)
    assert.deepEqual(await reach(), all("rejected"))
    assert.deepEqual((await act("owner", listWorkspaces, {})).workspaces, [])
    assert.equal((await act(anonymous, checkSlug, typed)).available, false, "its address stays its own")

    clock.advance(30 * dayMs - 1)
    await emptyWorkspaces(cx, Object.values(domainHooks))
    await act("owner", restoreWorkspace, typed)
    assert.equal((await reach()).filter((status) => status === "fulfilled").length, 3, "the upload link has expired")
    await assert.rejects(act("owner", restoreWorkspace, typed), { code: "not_found" })
  })

  onBothDatabases("is put there and restored only by its owners, who have to type its address", async (t, kind) => {
    const { act, work, mails, reach } = await openStudio(t, kind)
    await assert.rejects(act("owner", trashWorkspace, { slug: "Studio Ada" }), {
      code: "invalid_request",
      field: "slug",
    })
    await assert.rejects(act("admin", trashWorkspace, typed), { neededRole: "owner" })
    await assert.rejects(act("stranger", trashWorkspace, typed), { code: "invalid_request" })
    assert.deepEqual(await reach(), all("fulfilled"))

    await act("owner", trashWorkspace, typed)
    await work()
    const trashMails = mails()
      .map(readMessage)
      .filter(({ subject }) => subject === "Workspace moved to trash: Studio Ada")
    assert.deepEqual(valuesOf(trashMails, "to"), ["owner@studio.example"])
    const listed = await act("member", listTrashedWorkspaces, {})
    assert.deepEqual(valuesOf(listed.items, "role"), ["member"])
    assert.deepEqual((await act("stranger", listTrashedWorkspaces, {})).items, [])
    await assert.rejects(act("admin", restoreWorkspace, typed), { code: "workspace_forbidden" })
    await assert.rejects(act("stranger", restoreWorkspace, typed), { code: "not_found" })
    await assert.rejects(act("owner", getOwnWorkspace, {}), { code: "workspace_forbidden" })
  })

  onSqlite("still delivers open checkouts that are paid, and what was bought before", async (t, kind) => {
    const studio = await openStudio(t, kind)
    const { act, clock, cx } = studio
    const link = await buy(studio, () => act("owner", trashWorkspace, typed))

    assert.equal((await act(anonymous, getDelivery, { link })).files.length, 2)
    clock.advance(29 * dayMs)
    await emptyWorkspaces(cx, Object.values(domainHooks))
    assert.equal((await act(anonymous, getDelivery, { link })).files.length, 2)
  })
})

/** Inserts a row into each table that is emptied. */
async function fill(till: Till): Promise<void> {
  const { act, app, clock, workspaceId } = till
  await act("member", createDoc, { title: "Notes" })
  await act("member", setWorkingHours, { timeZone: "Europe/Berlin", hours: [] })
  await act("owner", inviteMember, { email: "finn@example.com", role: "viewer" })
  let parent: string | null = null
  for (const name of ["outer", "middle", "inner"]) {
    parent = (await act("member", createFolder, { name, parentId: parent })).id
  }
  const link = await act("member", createTaggedLink, { destination: "https://example.com/", tags: ["spring"] })
  await act("member", importLinks, { rows: [{ destination: "https://example.com/" }] })
  await act("owner", setPageLinks, { links: [{ linkId: link.id, label: "Spring" }] })
  await act("owner", setListedOffers, { offerIds: valuesOf((await act("owner", listOffers, {})).items, "id") })
  await act("member", createShareLink, { fileId: await upload(till, "shared.txt") })
  await verifyDomain(till, "go.studio.example")
  const channel = {
    connection: "c",
    channel_id: "1",
    channel_name: "ada",
    token_kind: "jwt",
    token_sealed: "",
  } as const
  await fillAssistant(till)
  await app.database.transaction(async (db) => {
    await db.insertInto("click_days").values({ workspace_id: workspaceId, day: 0, clicks: 1 }).execute()
    await db.insertInto("logos").values({ key: "logo_1", workspace_id: workspaceId, png: "" }).execute()
    await db
      .insertInto("chat_channels")
      .values({ ...channel, workspace_id: workspaceId, connected_at: clock.now() })
      .execute()
  })
}

/** A question, a request, all settings of admins and owners, and an entry in the record. */
async function fillAssistant({ act, app, clock, workspaceId }: Till): Promise<void> {
  await act("member", askAssistant, { text: "Which links are there?" })
  const { tools } = await act("member", getAssistantSettings, {})
  const digest = tools.find(({ name }) => name === "create_doc")?.digest
  await act("member", chooseTool, { tool: "create_doc", level: "ask", digest })
  const cells = [{ tool: "create_doc", role: "admin", was: "chooses", level: "never" }]
  await act("admin", setToolPermissions, { cells })
  await act("owner", setAssistant, { keptDays: 30 })
  const call = { call_id: "call_1", account_id: "account_1", tool: "list_links", arguments_digest: "" }
  const judged = { definition_digest: "", level: "always", layer: "tool", outcome: "done", role: "member" } as const
  const nobody = { decision: null, decided_by: null, decided_at: null }
  const line = { workspace_id: workspaceId, seq: 1, hash: "1" }
  await app.database.transaction(async (db) => {
    const entry = { ...line, ...call, ...judged, ...nobody, at: clock.now(), previous_hash: "" }
    await db.insertInto("assistant_entries").values(entry).execute()
    await db.insertInto("assistant_chains").values(line).execute()
    const marked = { workspace_id: workspaceId, object_id: "doc_1", created_at: clock.now() }
    await db.insertInto("second_hand_objects").values(marked).execute()
  })
}

const filled = [
  ...["assistant_chains", "assistant_entries", "assistant_permits", "assistant_runs", "assistant_settings"],
  ...["conversations", "member_tool_choices", "permission_changes", "second_hand_objects", "tool_permissions"],
  "short_links",
  "docs",
  "files",
  "folders",
  "upload_links",
  "invitations",
  "members",
  "chat_channels",
  "click_days",
  "domains",
  "drive_storage",
  "link_imports",
  "link_tags",
  "logos",
  "mails",
  "share_links",
  ...["seller_pages", "page_links", "listed_offers"],
] as const
const kept = ["offers", "purchases"] as const

/** Tables that stay as a record, expire within days, or are deleted with the rows above; see `docs/retention.md`. */
const others = [
  ...["gift_codes", "payment_accounts", "buyer_corrections", "sale_notices", "sale_windows", "unclear_money"],
  ...["abuse_reports", "audit_entries", "changes", "directory", "grants", "link_days", "suspensions", "uploads"],
  ...["former_link_slugs", "link_pieces", "tagged_links", "tool_server_tokens", "tool_servers", "pinned_tools"],
  ...["assistant_calls", "assistant_messages", "conversation_allowances", "disputes", "covers", "offer_files"],
  ...["doc_clients", "doc_states", "doc_updates", "doc_versions", "doc_writers", "share_downloads", "upload_parts"],
  ...["date_overrides", "doc_stars", "doc_words", "notifications", "stream_plans", "team_times", "workspace_clocks"],
  ...["events", "webhook_attempts", "webhook_deliveries", "webhook_endpoints"],
]

describe("30 days later", () => {
  onBothDatabases(
    "all of it is deleted except the record of its sales, and its addresses are free",
    async (t, kind) => {
      const studio = await openStudio(t, kind)
      const { act, app, cx, callers, clock, workspaceId } = studio
      await fill(studio)
      const link = await buy(studio)
      const agent = await connect(studio, callers.owner)
      await act("owner", changeSlug, { slug: "studio-2" })
      const owner = { ...callers.owner, workspaceSlug: "studio-2" } as Caller
      for (const table of filled) assert.ok((await rowsOf(studio, table)) > 0, table)
      await act(owner, trashWorkspace, { slug: "studio-2" })

      clock.advance(30 * dayMs)
      await assert.rejects(act("owner", restoreWorkspace, { slug: "studio-2" }), { code: "not_found" })
      await emptyWorkspaces(cx, Object.values(domainHooks))

      for (const table of filled) assert.equal(await rowsOf(studio, table), 0, table)
      for (const table of kept) assert.ok((await rowsOf(studio, table)) > 0, table)
      await assert.rejects(act(anonymous, getDelivery, { link }), { code: "not_found" })
      const grant = app.database.read.selectFrom("grants").select(["revoked_at", "revoked_reason"])
      assert.deepEqual(await grant.where("id", "=", agent.grantId).executeTakeFirstOrThrow(), {
        revoked_at: clock.now(),
        revoked_reason: "no_longer_member",
      })
      const row = app.database.read.selectFrom("workspaces").selectAll().where("id", "=", workspaceId)
      const { slug, name, emptied_at } = await row.executeTakeFirstOrThrow()
      assert.deepEqual([slug, name, emptied_at], [workspaceId, "A deleted workspace", clock.now()])
      for (const wished of ["studio", "studio-2"]) await act("stranger", createWorkspace, { name: "New", slug: wished })
      await studio.work()
      const kinds = await app.database.read
        .selectFrom("jobs")
        .select("kind")
        .where("kind", "=", "remove-blob")
        .execute()
      assert.deepEqual(kinds, [], "the bytes are removed")
    },
  )

  onBothDatabases(
    "it is kept while a payment is under way, and payments that come later are refunded",
    async (t, kind) => {
      const studio = await openStudio(t, kind)
      const { act, app, cx, clock } = studio
      const { sessionId = "" } = await studio.checkout({})
      await act("owner", trashWorkspace, typed)
      clock.advance(31 * dayMs)
      await emptyWorkspaces(cx, Object.values(domainHooks))
      assert.ok((await rowsOf(studio, "files")) > 0, "a buyer may have paid")

      await studio.reconcile()
      await emptyWorkspaces(cx, Object.values(domainHooks))
      assert.equal(await rowsOf(studio, "files"), 0)
      const [ended] = await studio.purchases()
      assert.equal(ended?.state, "expired")
      // The processor took the money nevertheless, and reports it late.
      const paid = { state: "paid" as const, charged_cents: 1900, paid_at: clock.now(), payment_id: "pi_late" }
      await app.database.transaction((db) =>
        db.updateTable("purchases").set(paid).where("checkout_session_id", "=", sessionId).execute(),
      )
      await studio.verify(sessionId)
      const [late] = await studio.purchases()
      assert.equal(late?.state, "refunding")
      assert.match(late?.reason ?? "", /no longer exist/)
    },
  )

  onSqlite("nothing is deleted of a workspace that is not in the trash", async (t, kind) => {
    const studio = await openStudio(t, kind)
    await studio.act("owner", trashWorkspace, typed)
    await studio.act("owner", restoreWorkspace, typed)
    studio.clock.advance(60 * dayMs)
    await emptyWorkspaces(studio.cx, Object.values(domainHooks))
    assert.ok((await rowsOf(studio, "short_links")) > 0)
    assert.equal(await rowsOf(studio, "members"), 4)
  })
})

test("each table of workspace data is emptied, or on the list of tables that need not be", () => {
  const owned = [...readTables()].flatMap(([table, { body }]) => (/^ {2}workspace_id /m.test(body) ? [table] : []))
  assert.deepEqual(owned.sort(), [...filled, ...kept, ...others].sort())
})
