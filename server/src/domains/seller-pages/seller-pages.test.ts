import assert from "node:assert/strict"
import { anonymous } from "#access/context.ts"
import { archiveOffer } from "#domains/handover/index.ts"
import { createLink, trashLink } from "#domains/links/index.ts"
import { listDomains, removeDomain } from "#domains/workspaces/index.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { draftOffer, offerOnSale } from "#test/support/selling/shop.ts"
import { shorten, verifyDomain } from "#test/support/workspace/links.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { editSellerPage, getOwnSellerPage, getSellerPage, setListedOffers, setPageLinks } from "./index.ts"

const linksOf = async ({ act }: World, count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const { id } = await act("member", createLink, { destination: `https://example.com/${at}` })
      return { linkId: String(id), label: `Link ${at}` }
    }),
  )

onBothDatabases("owners and admins write the page, in any order; members do not even read it", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, workspaceId, app } = studio
  for (const role of ["member", "viewer"] as const) {
    for (const [action, input] of [
      [getOwnSellerPage, {}],
      [editSellerPage, { isShown: true }],
      [setListedOffers, { offerIds: [] }],
      [setPageLinks, { links: [] }],
    ] as const) {
      await assert.rejects(act(role, action, input), { neededRole: "admin" })
    }
  }
  const before = await act("admin", getOwnSellerPage, {})
  assert.deepEqual(before, { url: "http://localhost:3000/@studio", isShown: false, about: null, links: [], offers: [] })

  const offer = await offerOnSale(studio)
  await act("admin", setListedOffers, { offerIds: [offer.id] })
  await act("owner", editSellerPage, { about: "  Type.\r\nAnd drawings.\u202e " })
  const { about, isShown } = await act("admin", editSellerPage, { isShown: true })
  assert.deepEqual([about, isShown], ["Type.\nAnd drawings.", true])
  assert.equal((await act("admin", editSellerPage, { about: "" })).about, null)
  await assert.rejects(act("admin", editSellerPage, { about: "x".repeat(501) }), { code: "invalid_request" })
  assert.equal((await act("admin", editSellerPage, { about: "x".repeat(500) })).about?.length, 500)

  const changes = app.database.read.selectFrom("changes").select("kind").where("workspace_id", "=", workspaceId)
  assert.equal((await changes.where("kind", "=", "seller-page").execute()).length, 5)
})

onBothDatabases("a list is replaced whole: order, removal and undo, and offers keep their day", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, clock } = studio
  const [one, two] = [await offerOnSale(studio, { title: "One" }), await offerOnSale(studio, { title: "Two" })]
  await act("admin", editSellerPage, { isShown: true })
  const listed = async () => (await act(anonymous, getSellerPage, { slug: "studio" })).offers
  await act("admin", setListedOffers, { offerIds: [one.id] })
  const [first] = await listed()
  clock.advance(60_000)
  await act("admin", setListedOffers, { offerIds: [two.id, one.id] })
  const both = await listed()
  assert.deepEqual(valuesOf(both, "title"), ["Two", "One"])
  assert.deepEqual(valuesOf(both, "listedAt"), [clock.now(), first?.listedAt])

  await act("member", archiveOffer, { id: two.id })
  const { offers } = await act("admin", getOwnSellerPage, {})
  assert.deepEqual(valuesOf(offers, "state"), ["archived", "published"])
  assert.deepEqual(valuesOf(await listed(), "title"), ["One"])

  const draft = await draftOffer(studio)
  await Promise.all([
    act("admin", setListedOffers, { offerIds: [one.id, draft.id] }),
    act("owner", setListedOffers, { offerIds: [draft.id, two.id, one.id] }),
  ])
  const after = (await act("admin", getOwnSellerPage, {})).offers
  assert.ok([2, 3].includes(after.length), "one of the parallel lists stands whole")
})

onBothDatabases("foreign, unknown, repeated and too many offers and links are refused", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const links = await linksOf(studio, 13)
  const offer = await offerOnSale(studio)
  await assert.rejects(act("stranger", setListedOffers, { offerIds: [offer.id] }), { code: "not_found" })
  await assert.rejects(act("stranger", setPageLinks, { links: links.slice(0, 1) }), { code: "not_found" })
  const labelled = (label: string) => [{ ...links[0], label }]
  for (const refused of [links, [links[0], links[0]], labelled(" \u202e "), labelled("x".repeat(61))]) {
    await assert.rejects(act("admin", setPageLinks, { links: refused }), { code: "invalid_request" })
  }
  for (const offerIds of [[offer.id, offer.id], Array.from({ length: 101 }, (_, at) => `offer_${at}`)]) {
    await assert.rejects(act("admin", setListedOffers, { offerIds }), { code: "invalid_request" })
  }
  await act("admin", setPageLinks, { links: links.slice(0, 12).toReversed() })
  await act("member", trashLink, { id: links[0]?.linkId })
  const own = (await act("admin", getOwnSellerPage, {})).links
  assert.deepEqual(valuesOf(own, "linkId"), valuesOf(links.slice(0, 12).toReversed(), "linkId"))
  assert.equal(own.at(-1)?.state, "trashed")
  await act("admin", setPageLinks, { links: links.slice(0, 2) }) // a link in the trash stays where it was chosen
  await act("admin", setPageLinks, { links: [] })
  await assert.rejects(act("admin", setPageLinks, { links: links.slice(0, 1) }), { code: "not_found" })
})

onBothDatabases("a link on a removed domain is listed as that, and visitors do not see it", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  await verifyDomain(studio, "go.studio.com")
  const { id } = await shorten(studio, { domain: "go.studio.com" })
  await act("admin", editSellerPage, { isShown: true })
  await act("admin", setPageLinks, { links: [...(await linksOf(studio, 1)), { linkId: id, label: "Own" }] })
  const seen = async () => (await act(anonymous, getSellerPage, { slug: "studio" })).links
  assert.deepEqual(valuesOf(await seen(), "label"), ["Link 0", "Own"])
  const { items } = await act("admin", listDomains, {})
  await act("admin", removeDomain, { id: items[0]?.id })
  assert.deepEqual(valuesOf(await seen(), "label"), ["Link 0"])
  const own = (await act("admin", getOwnSellerPage, {})).links
  assert.deepEqual(valuesOf(own, "state"), ["active", "domain_removed"])
})
