import assert from "node:assert/strict"
import { Readable } from "node:stream"
import type { TestContext } from "node:test"
import { anonymous, type Caller } from "#access/context.ts"
import { revokeConnection } from "#domains/connections/index.ts"
import { createDoc, importDoc, publishDoc, restoreDoc, trashDoc, unpublishDoc } from "#domains/docs/index.ts"
import * as drive from "#domains/drive/index.ts"
import * as handover from "#domains/handover/index.ts"
import * as links from "#domains/links/index.ts"
import { liftSuspension, suspend } from "#domains/operators/index.ts"
import * as workspaces from "#domains/workspaces/index.ts"
import { eraseAccount } from "#domains/workspaces/index.ts"
import { hourMs } from "#kernel/time/units.ts"
import { connect } from "#test/support/agents/connect.ts"
import { type DatabaseKind, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { mailsTo } from "#test/support/formats/mails-to.ts"
import { draftOffer, upload } from "#test/support/selling/shop.ts"
import { tillOf } from "#test/support/selling/till.ts"
import { dnsServer } from "#test/support/stand-ins/dns-server.ts"
import { attach } from "#test/support/workspace/attach-domain.ts"
import { insertMember, insertWorkspace, world } from "#test/support/worlds/world.ts"
import { eventExample } from "./event-example.ts"
import { eventTable } from "./event-table.ts"

const operator = "owner@operations.example"

async function openScene(t: TestContext, kind: DatabaseKind) {
  const dns = await dnsServer(t)
  const studio = { ...(await world(t, kind, { dnsServers: [dns.address], operators: [operator] })), dns }
  const operations = await insertWorkspace(studio.app, "operations", "Operations")
  const operators = { workspaceId: operations, slug: "operations" }
  const scene = { ...studio, operator: await insertMember(studio.app, operators, "owner") }
  const { database } = studio.app
  await database.transaction((db) =>
    db
      .insertInto("workspace_clocks")
      .values({ workspace_id: studio.workspaceId, seq: 0, wanted: "*" })
      .onConflict((row) => row.column("workspace_id").doUpdateSet({ wanted: "*" }))
      .execute(),
  )
  let seen = 0
  /** The events since the last call, in their order. */
  const news = async () => {
    const rows = await database.read.selectFrom("events").selectAll().orderBy("seq").orderBy("nth").execute()
    const fresh = rows.slice(seen)
    seen = rows.length
    return fresh
  }
  return { ...scene, news }
}

type Scene = Awaited<ReturnType<typeof openScene>>
const idOf = (caller: Caller) => (caller as { accountId: string }).accountId

/** An event's type, and where the thing that it is about stands. */
const standingOf = (type: string, { state, isRevoked, isSuspended, publicUrl }: Record<string, unknown>) =>
  `${type} ${state} ${isRevoked} ${isSuspended} ${typeof publicUrl}`

/** What people do with each family, and the types of the events in the order in which they must come. */
const journeys: Record<string, { types: string[]; go: (scene: Scene) => Promise<readonly unknown[]> }> = {
  "an offer": {
    types: ["created", "updated", "published", "paused", "resumed", "suspended", "updated", "archived"].map(
      (name) => `offer.${name}`,
    ),
    async go({ act, operator, ...scene }) {
      const { id } = await draftOffer(scene, { fileIds: [await upload(scene, "a.txt")] })
      await act("member", handover.editOffer, { id, title: "Another" })
      for (const does of [handover.publishOffer, handover.publishOffer]) await act("member", does, { id })
      for (const does of [handover.pauseOffer, handover.pauseOffer]) await act("member", does, { id })
      for (const does of [handover.resumeOffer, handover.resumeOffer]) await act("member", does, { id })
      await act(operator, suspend, { kind: "offer", id, reason: "phishing", words: "No." })
      await act(operator, liftSuspension, { kind: "offer", id })
      for (const does of [handover.archiveOffer, handover.archiveOffer]) await act("member", does, { id })
      return []
    },
  },
  "gift codes": {
    types: ["gift_code.created", "gift_code.created", "gift_code.disabled"],
    async go({ act }) {
      const made = await act("admin", handover.createGiftCode, { kind: "full" })
      const { items } = await act("admin", handover.createGiftCodes, { kind: "full", count: 200 })
      for (let n = 0; n < 2; n += 1) await act("admin", handover.disableGiftCode, { id: made.id })
      await assert.rejects(act("admin", handover.disableGiftCode, { id: "gift_none" }), { code: "not_found" })
      return [made.code, ...items.map(({ code }) => code)]
    },
  },
  "a purchase and its delivery": {
    types: [
      ...["offer.created", "offer.published", "purchase.completed", "delivery.opened", "delivery.revoked"],
      ...["delivery.restored", "purchase.partially_refunded", "purchase.refunded"],
    ],
    async go({ act, app, sandbox, ...scene }) {
      const fileIds = [await upload({ app, ...scene }, "b.txt")]
      const draft = await draftOffer({ app, ...scene }, { fileIds })
      const { id, shortKey } = await act("member", handover.publishOffer, { id: draft.id })
      const till = tillOf({ act, app, sandbox, ...scene }, { id, key: shortKey ?? "" })
      const { sessionId = "" } = await till.checkout({ buyerEmail: "bo@example.com" })
      await sandbox.pay(sessionId, { card: "4242424242424242" })
      const { deliveryUrl } = await till.verify(sessionId)
      const [purchase = assert.fail()] = await till.purchases()
      const { id: purchaseId, payment_id } = purchase
      for (let n = 0; n < 2; n += 1) await scene.cx.atomically((cx) => handover.countDownload(cx, purchase))
      await act("admin", handover.noteOnPurchase, { id: purchaseId, note: "a private note", seenAt: null })
      for (let n = 0; n < 2; n += 1) await act("admin", handover.revokeDelivery, { id: purchaseId })
      await act("admin", handover.restoreDelivery, { id: purchaseId })
      const part = { paymentId: payment_id ?? "", amountCents: 400, idempotencyKey: "part" }
      await sandbox.refund({ id: "installation" }, part)
      await till.deliver()
      await act("admin", handover.refundPurchase, { id: purchaseId, reason: "Asked for." })
      await till.work()
      await till.deliver()
      return [deliveryUrl, new URL(deliveryUrl ?? "").pathname.split("/").at(-1), "a private note"]
    },
  },
  "short links": {
    types: [
      ...["link.created", "link.updated", "link.trashed", "link.restored", "link.created"],
      ...["link.batch_changed", "link.batch_changed", "link.updated", "link.created"],
      ...["link.batch_changed", "link.batch_changed", "link.batch_changed", "link.batch_changed"],
    ],
    async go({ act }) {
      const one = await act("member", links.createLink, { destination: "https://example.com/one" })
      await act("member", links.editLinkAndSlug, { id: one.id, destination: "https://example.com/other" })
      await act("member", links.trashLink, { id: one.id })
      await act("member", links.restoreLink, { id: one.id })
      const two = await act("member", links.createLink, { destination: "https://example.com/two" })
      const ids = [one.id, two.id]
      await act("member", links.trashLinks, { which: { ids } })
      await act("member", links.restoreLinks, { which: { ids } })
      await act("member", links.editLinkAndSlug, { id: one.id, slug: "spring-sale" })
      await act("member", links.createTaggedLink, { destination: "https://example.com/three", tags: ["sale"] })
      await act("member", links.tagLinks, { which: { ids }, tag: "sale" })
      await act("member", links.untagLinks, { which: { ids }, tag: "sale" })
      await act("member", links.expireLinks, { which: { ids }, expiresAt: "2027-01-01T00:00:00Z" })
      await act("member", links.importLinks, { rows: [{ destination: "example.com/four" }] })
      return []
    },
  },
  docs: {
    types: ["created", "created", "published", "unpublished", "trashed", "restored"].map((name) => `doc.${name}`),
    async go({ act }) {
      await act("member", importDoc, { fileName: "plan.md", markdown: "# Plan\n\nThe secret text." })
      const { id } = await act("member", createDoc, { title: "Notes" })
      for (const does of [publishDoc, publishDoc, unpublishDoc, unpublishDoc]) await act("member", does, { id })
      for (const does of [trashDoc, restoreDoc]) await act("member", does, { id })
      await assert.rejects(act("member", restoreDoc, { id }), { code: "not_found" })
      return ["The secret text."]
    },
  },
  "the drive": {
    types: [
      ...["file.trashed", "file.restored", "file.trashed", "file.restored"],
      ...["upload_link.created", "upload_link.received", "upload_link.revoked"],
    ],
    async go({ act, ...scene }) {
      const id = await upload(scene, "a.pdf")
      for (const does of [drive.trashFile, drive.restoreFile]) await act("member", does, { id })
      const folder = await act("member", drive.createFolder, { name: "Inbox" })
      for (const does of [drive.trashFolder, drive.restoreFolder]) await act("member", does, { id: folder.id })
      const link = await act("member", drive.createUploadLink, {})
      const token = link.url.split("/").at(-1)
      const file = { name: "b.txt", contentType: "text/plain", bytes: Readable.from([Buffer.from("hello")]) }
      await act(anonymous, drive.receiveFile, { token, ...file })
      for (let n = 0; n < 2; n += 1) await act("member", drive.revokeUploadLink, { id: link.id })
      return [link.url, token]
    },
  },
  "a domain": {
    types: ["verified", "failing", "verified", "removed", "verified", "failing", "stopped"].map(
      (name) => `domain.${name}`,
    ),
    async go(scene) {
      const { act, clock, cx, dns } = scene
      const recheck = async () => {
        clock.advance(25 * hourMs)
        await workspaces.recheckDomains(cx)
      }
      const id = await attach(scene, "go.example.com")
      dns.answer("TXT", "_svc-claim.go.example.com", "NODATA")
      await recheck()
      const { items } = await act("admin", workspaces.listDomains, {})
      for (const { type, name, value } of items[0]?.records ?? []) dns.answer(type, name, [value])
      await recheck()
      await act("admin", workspaces.removeDomain, { id })
      await attach(scene, "go.example.com")
      dns.answer("TXT", "_svc-claim.go.example.com", "NODATA")
      for (let day = 0; day < 5; day += 1) await recheck()
      return []
    },
  },
  "a connection": {
    types: ["connection.created", "connection.created", "connection.ended", "connection.ended"],
    async go({ act, app, cx, callers }) {
      const one = await connect({ app, cx }, callers.member)
      const every = await connect({ app, cx }, callers.member, { reach: "every" })
      for (let n = 0; n < 2; n += 1) await act("member", revokeConnection, { id: one.grantId })
      await act("member", revokeConnection, { id: every.grantId })
      return [one, every].flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken])
    },
  },
  "members and the workspace": {
    types: [
      ...["member.joined", "member.role_changed", "workspace.renamed", "workspace.renamed"],
      ...["member.role_changed", "member.role_changed", "workspace.ownership_transferred"],
      ...["member.left", "member.left", "member.left"],
    ],
    async go({ act, app, callers, ...scene }) {
      await act("admin", workspaces.inviteMember, { email: "owner@elsewhere.example", role: "viewer" })
      await tillOf({ act, app, callers, ...scene }, { id: "", key: "" }).work()
      const token = /\/invitations\/(\S+)/.exec(mailsTo(scene, "owner@elsewhere.example").at(-1)?.text ?? "")?.[1]
      await act({ kind: "person", accountId: idOf(callers.stranger) }, workspaces.acceptInvitation, { token })
      for (const role of ["member", "member"])
        await act("admin", workspaces.changeRole, { accountId: idOf(callers.stranger), role })
      await act("admin", workspaces.editWorkspace, { name: "Studio Bo" })
      await act("admin", workspaces.editWorkspace, { name: "Studio Bo", contact: "bo@example.com" })
      await act("owner", workspaces.changeSlug, { slug: "studio-bo" })
      const heir = idOf(callers.admin)
      await act("owner", workspaces.handOverWorkspace, { accountId: heir, name: "Studio Bo" })
      await act("admin", workspaces.removeMember, { accountId: idOf(callers.stranger) })
      await act("member", workspaces.leaveWorkspace, {})
      const { email } = await app.database.read.selectFrom("accounts").select("email").where("id", "=", idOf(callers.viewer)).executeTakeFirstOrThrow() // biome-ignore format: one thought
      await act(callers.viewer, eraseAccount, { email })
      return [token, email]
    },
  },
}

onBothDatabases(
  "each rule notes its event once, with a payload that fits the schema and has no secret",
  async (t, kind) => {
    const scene = await openScene(t, kind)
    const noted = new Set<string>()
    const standings = new Set<string>()
    for (const [who, { types, go }] of Object.entries(journeys)) {
      const secrets = await go(scene)
      const rows = await scene.news()
      assert.deepEqual(rows.map(({ type }) => type), types, who) // biome-ignore format: one thought
      for (const { type, data, workspace_id } of rows) {
        const declared = eventTable.find((one) => one.type === type)
        assert.ok(declared, type)
        declared.data.parse(JSON.parse(data))
        assert.deepEqual(declared.data.parse(JSON.parse(data)), JSON.parse(data), `${type} has no other fields`)
        assert.equal(workspace_id, scene.workspaceId)
        noted.add(type)
        standings.add(standingOf(type, JSON.parse(data)))
        for (const secret of secrets) assert.ok(!data.includes(String(secret)), `${type} holds a secret`)
      }
    }
    const exampleOf = (kind: (typeof eventTable)[number]) => standingOf(kind.type, eventExample(kind, "id"))
    const untrue = eventTable.filter((one) => noted.has(one.type) && !standings.has(exampleOf(one)))
    assert.deepEqual(untrue.map(exampleOf), [], "an example shows the thing as an event leaves it")
    const elsewhere = ["purchase.disputed", "purchase.dispute_won", "purchase.dispute_lost", "purchase.paid_too_late"]
    const others = new Set([...elsewhere, "payment_issue.opened", "payment_issue.settled", "webhook.test"])
    assert.deepEqual(eventTable.map(({ type }) => type).filter((type) => !noted.has(type) && !others.has(type)), []) // biome-ignore format: one thought
  },
)
