import assert from "node:assert/strict"
import { test } from "node:test"
import { Renderer } from "@takumi-rs/core"
import { anonymous } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import { trashFile } from "#domains/drive/index.ts"
import { deliveryUrl, getDelivery, getOfferPage, listOffers } from "#domains/handover/index.ts"
import { getSellerPage } from "#domains/seller-pages/index.ts"
import { emptyWorkspaces, trashWorkspace } from "#domains/workspaces/index.ts"
import { domainHooks } from "#engines/jobs/domain-hooks.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { ServiceError } from "#kernel/error.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { showSellerPage } from "#test/support/selling/seller-page.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { findCover } from "./find-cover.ts"
import { removeOfferCover } from "./remove-offer-cover.ts"
import { setOfferCover } from "./set-offer-cover.ts"

const picture = (color: string, [width, height] = [320, 180]) =>
  new Renderer().render(
    { type: "container", style: { width, height, backgroundColor: color } },
    { width, height, format: "png" },
  )

async function inDrive({ app, callers }: World, bytes: Buffer, name = "cover.png"): Promise<string> {
  const file = { name, contentType: "image/png", bytes }
  return (await putDriveFile(app, callers.member, file)).id
}

const addressOf = (cover: { url: string } | null) => cover?.url.slice("http://localhost:3000/files/".length) ?? ""

const coversOf = ({ cx }: World) => cx.db.selectFrom("covers").selectAll().orderBy("created_at").execute()

async function stored({ cx }: World, blobKey: string): Promise<Buffer> {
  return Buffer.concat(await (await cx.blobs.read(blobKey)).toArray())
}

const work = ({ app }: World) => runDueJobs(app, jobs)

onSqlite("a cover is a copy of the pixels, and stays when its file is deleted", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, cx, clock } = studio
  const { id, shortKey } = await offerOnSale(studio)
  const bytes = Buffer.concat([await picture("#ff0000", [3_200, 800]), Buffer.from("taken at 52.52 N")])
  const fileId = await inDrive(studio, bytes)

  const { cover } = await act("member", setOfferCover, { offerId: id, fileId })
  assert.deepEqual([cover?.width, cover?.height], [1_600, 400])
  assert.match(cover?.url ?? "", /^http:\/\/localhost:3000\/files\/cover_\w{20,}$/)

  await act("member", trashFile, { id: fileId })
  clock.advance(3_600_000)
  await work(studio)
  const served = await findCover(cx, addressOf(cover))
  assert.equal(served?.contentType, "image/webp")
  const copy = await stored(studio, served?.blobKey ?? "")
  assert.equal(copy.length, served?.sizeBytes)
  assert.equal(copy.includes("52.52 N"), false)
  assert.deepEqual((await act(anonymous, getOfferPage, { key: String(shortKey) })).cover, cover)
  assert.deepEqual((await act("viewer", listOffers, {})).items[0]?.cover, cover)
})

onSqlite("another cover replaces the first, whose bytes are removed", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, cx } = studio
  const { id } = await offerOnSale(studio)
  const first = await act("member", setOfferCover, { offerId: id, fileId: await inDrive(studio, await picture("red")) })
  const [{ blob_key: firstKey } = { blob_key: "" }] = await coversOf(studio)
  const second = await act("member", setOfferCover, {
    offerId: id,
    fileId: await inDrive(studio, await picture("blue"), "b.png"),
  })
  assert.notEqual(second.cover?.url, first.cover?.url)
  await assert.rejects(findCover(cx, addressOf(first.cover)), { code: "not_found" })

  await work(studio)
  assert.deepEqual(
    (await coversOf(studio)).map(({ id }) => id),
    [addressOf(second.cover)],
  )
  await assert.rejects(stored(studio, firstKey), { code: "not_found" })

  assert.equal((await act("member", removeOfferCover, { offerId: id })).cover, null)
  assert.equal((await act("member", removeOfferCover, { offerId: id })).cover, null)
  await work(studio)
  assert.deepEqual(await coversOf(studio), [])
})

onBothDatabases("of two covers chosen in parallel one is used, and nothing of the other is left", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, clock } = studio
  const { id } = await offerOnSale(studio)
  const files = [await inDrive(studio, await picture("red")), await inDrive(studio, await picture("blue"), "b.png")]

  await Promise.all(files.map((fileId) => act("member", setOfferCover, { offerId: id, fileId })))

  const before = await coversOf(studio)
  assert.equal(before.filter(({ used_at }) => used_at !== null).length, 1)
  clock.advance(11 * 60_000)
  await work(studio)
  const [left, ...others] = await coversOf(studio)
  assert.deepEqual(others, [])
  assert.ok((await stored(studio, left?.blob_key ?? "")).length > 0)
})

onSqlite("when a cover's bytes cannot be stored, the old one stays, and its row is removed", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, app, callers, clock } = studio
  const { id } = await offerOnSale(studio)
  const fileId = await inDrive(studio, await picture("red"))
  const { cover } = await act("member", setOfferCover, { offerId: id, fileId })
  const broken = {
    ...app,
    blobs: { ...app.blobs, write: () => Promise.reject(new ServiceError("upstream_error", "The store is away.")) },
  }

  const asked = perform({ app: broken, caller: callers.member }, setOfferCover, { offerId: id, fileId })
  await assert.rejects(asked, { code: "upstream_error" })
  assert.equal((await coversOf(studio)).length, 2)

  clock.advance(11 * 60_000)
  await work(studio)
  assert.deepEqual(
    (await coversOf(studio)).map(({ id }) => id),
    [addressOf(cover)],
  )
})

test("a file that is no picture makes no cover, nor does another workspace's file or offer", async (t) => {
  const studio = await world(t)
  const { act } = studio
  const { id: offerId } = await offerOnSale(studio)
  const fileId = await inDrive(studio, await picture("red"))
  const svg = await inDrive(studio, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), "x.svg")
  const bomb = await picture("red")
  bomb.writeUInt32BE(100_000, 16)
  const pixels = await inDrive(studio, bomb, "bomb.png")

  for (const fileId of [svg, pixels]) {
    await assert.rejects(act("member", setOfferCover, { offerId, fileId }), { code: "invalid_request" })
  }
  await assert.rejects(act("member", setOfferCover, { offerId, fileId: "file_none" }), { code: "not_found" })
  await assert.rejects(act("stranger", setOfferCover, { offerId, fileId }), { code: "not_found" })
  const theirs = await putDriveFile(studio.app, studio.callers.stranger, {
    ...{ name: "cover.png", contentType: "image/png", bytes: await picture("red") },
  })
  await assert.rejects(act("stranger", setOfferCover, { offerId, fileId: theirs.id }), { code: "not_found" })
  await act("member", trashFile, { id: fileId })
  await assert.rejects(act("member", setOfferCover, { offerId, fileId }), { code: "not_found" })
  assert.deepEqual(await coversOf(studio), [])
})

onBothDatabases("a delivery shows the offer's cover, unless the offer is suspended", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, app } = studio
  const offer = await offerOnSale(studio)
  const link = deliveryUrl(app, await insertPurchase(studio, offer))
    .split("/")
    .at(-1)
  const coverThere = async () => (await act(anonymous, getDelivery, { link })).cover
  assert.equal(await coverThere(), null)

  const fileId = await inDrive(studio, await picture("red"))
  const { cover } = await act("member", setOfferCover, { offerId: offer.id, fileId })
  assert.deepEqual(await coverThere(), cover)

  await app.database.transaction((db) => db.updateTable("offers").set({ suspended_at: 1 }).execute())
  assert.equal(await coverThere(), null)
})

onSqlite("each offer of a seller's page has its own cover", async (t, kind) => {
  const studio = await world(t, kind)
  const offers = [await offerOnSale(studio), await offerOnSale(studio), await offerOnSale(studio)]
  const covers = []
  for (const [offer, color] of [
    [offers[0], "red"],
    [offers[2], "blue"],
  ] as const) {
    const fileId = await inDrive(studio, await picture(color), `${color}.png`)
    covers.push((await studio.act("member", setOfferCover, { offerId: offer?.id, fileId })).cover)
  }
  await showSellerPage(studio, offers)

  const page = await studio.act(anonymous, getSellerPage, { slug: "studio" })

  assert.deepEqual(
    page.offers.map(({ cover }) => cover),
    [covers[0], null, covers[1]],
  )
})

onBothDatabases("the cover of a suspended offer or workspace is not shown", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, app, cx } = studio
  const { id: offerId } = await offerOnSale(studio)
  const { cover } = await act("member", setOfferCover, {
    offerId,
    fileId: await inDrive(studio, await picture("red")),
  })
  for (const table of ["offers", "workspaces"] as const) {
    await app.database.transaction((db) => db.updateTable(table).set({ suspended_at: 1 }).execute())
    await assert.rejects(findCover(cx, addressOf(cover)), { code: "not_found" }, table)
    await app.database.transaction((db) => db.updateTable(table).set({ suspended_at: null }).execute())
    assert.ok(await findCover(cx, addressOf(cover)))
  }
  assert.equal(await findCover(cx, "file_x.y"), undefined, "other addresses are others' affair")
})

onSqlite("a workspace that is deleted for good leaves no cover", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, cx, clock } = studio
  const { id: offerId } = await offerOnSale(studio)
  await act("member", setOfferCover, { offerId, fileId: await inDrive(studio, await picture("red")) })
  const [{ blob_key } = { blob_key: "" }] = await coversOf(studio)
  await act("owner", trashWorkspace, { slug: "studio" })
  clock.advance(31 * 86_400_000)

  await emptyWorkspaces(cx, Object.values(domainHooks))
  await work(studio)

  assert.deepEqual(await coversOf(studio), [])
  await assert.rejects(stored(studio, blob_key), { code: "not_found" })
})
