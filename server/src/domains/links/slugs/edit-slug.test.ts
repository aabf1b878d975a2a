import assert from "node:assert/strict"
import { sweepTables } from "#engines/jobs/retention.ts"
import { dayMs } from "#kernel/time/units.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { clicksOf, shorten, verifyDomain } from "#test/support/workspace/links.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import {
  createLink,
  editLinkAndSlug,
  endFormerSlug,
  getLink,
  importLinks,
  linkFollower,
  listFormerSlugs,
  trashLink,
} from "../index.ts"

const destination = "https://example.com/spring"
const taken = { code: "conflict", field: "slug" }

function visitor({ cx }: Pick<World, "cx">, hostname: string | null = null) {
  const follow = linkFollower(cx)
  return (slug: string) => follow({ hostname, slug, query: "", click: { device: "desktop", referrer: "" } })
}

const formerOf = async ({ act }: World, id: string) => (await act("viewer", listFormerSlugs, { id })).formerSlugs

onBothDatabases("a link gets another slug; the former one redirects, counts and stays taken", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const visit = visitor(studio)
  const { id } = await shorten(studio, { slug: "spring" })
  await visit("spring")
  const edited = await act("member", editLinkAndSlug, { id, slug: "Early Spring!", title: "Sale" })
  assert.deepEqual([edited.slug, edited.title, edited.clicks], ["Early-Spring", "Sale", 1])

  assert.equal(await visit("SPRING"), destination)
  assert.equal(await visit("early-spring"), destination)
  assert.equal(await clicksOf(studio, id), 3)
  const other = await shorten(studio)
  for (const slug of ["spring", "early-spring"]) {
    await assert.rejects(act("stranger", createLink, { destination, slug }), taken)
    await assert.rejects(act("member", editLinkAndSlug, { id: other.id, slug }), taken)
    for (const onlyChecks of [true, false]) {
      const { rows } = await act("member", importLinks, { rows: [{ destination: "example.com/b", slug }], onlyChecks })
      assert.equal(rows[0]?.refusal?.field, "slug")
    }
  }
  assert.equal((await act("viewer", getLink, { id: other.id })).slug, other.slug)

  await act("member", editLinkAndSlug, { id, slug: "spring" })
  const former = await formerOf(studio, id)
  assert.deepEqual(
    former.map(({ shortUrl, endsAt }) => [shortUrl, endsAt]),
    [["http://localhost:3000/s/Early-Spring", null]],
  )
  await act("member", trashLink, { id })
  await assert.rejects(visit("early-spring"), { status: 410 })
  await assert.rejects(act("member", editLinkAndSlug, { id, slug: "in-trash" }), { code: "not_found" })
})

onBothDatabases("a former slug ends after 30 days, at once, or when a member ends it", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, clock, cx } = studio
  const visit = visitor(studio)
  const { id } = await shorten(studio, { slug: "one-1" })
  await act("member", editLinkAndSlug, { id, slug: "two-2", formerSlug: "30_days" })
  await act("member", editLinkAndSlug, { id, slug: "three-3", formerSlug: "not_at_all" })
  await act("member", editLinkAndSlug, { id, slug: "four-4" })
  await assert.rejects(visit("two-2"), { status: 404 })
  await shorten(studio, { slug: "two-2" })

  const [one, three] = await formerOf(studio, id)
  assert.deepEqual([one?.endsAt, three?.endsAt], [clock.now() + 30 * dayMs, null])
  await assert.rejects(act("viewer", endFormerSlug, { id: three?.id }), { code: "workspace_forbidden" })
  await assert.rejects(act("stranger", endFormerSlug, { id: three?.id }), { code: "not_found" })
  await act("member", endFormerSlug, { id: three?.id })
  await assert.rejects(act("member", endFormerSlug, { id: three?.id }), { code: "not_found" })
  await assert.rejects(visit("three-3"), { status: 404 })
  assert.equal((await act("stranger", createLink, { destination, slug: "three-3" })).slug, "three-3")

  await visit("one-1")
  clock.advance(30 * dayMs)
  await assert.rejects(visit("one-1"), { status: 404 })
  assert.deepEqual(await formerOf(studio, id), [])
  const again = await shorten(studio, { slug: "one-1" })
  await act("member", editLinkAndSlug, { id: again.id, slug: "five-5" })
  await sweepTables(cx, "former_link_slugs")
  assert.equal(await visit("one-1"), destination)
  assert.equal(await clicksOf(studio, again.id), 1)
})

onBothDatabases("a slug that one link gives up and others want at the same time leads to one link", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const { id } = await shorten(studio, { slug: "spring" })
  const others = await Promise.all([shorten(studio), shorten(studio)])
  const wishes = await Promise.allSettled([
    ...others.map(({ id }) => act("member", editLinkAndSlug, { id, slug: "spring" })),
    act("member", editLinkAndSlug, { id, slug: "summer" }),
    ...[1, 2, 3].map(() => shorten(studio, { slug: "spring" })),
  ])
  const won = wishes.flatMap((wish) => (wish.status === "fulfilled" ? [wish.value.slug] : []))
  assert.deepEqual(won, ["summer"])
  for (const wish of wishes) if (wish.status === "rejected") assert.equal(wish.reason.code, "conflict")
  await visitor(studio)("spring")
  assert.equal(await clicksOf(studio, id), 1)
})

onSqlite("a former slug on a workspace's domain redirects there and nowhere else", async (t, kind) => {
  const studio = await world(t, kind)
  await verifyDomain(studio, "go.studio.com")
  const { id } = await shorten(studio, { slug: "a", domain: "go.studio.com" })
  await studio.act("member", editLinkAndSlug, { id, slug: "b" })
  for (const slug of ["a", "b"]) assert.equal(await visitor(studio, "go.studio.com")(slug), destination)
  await assert.rejects(visitor(studio)("a"), { status: 404 })
})

onSqlite("a link holds twenty former slugs at most", async (t, kind) => {
  const studio = await world(t, kind)
  const { id } = await shorten(studio, { slug: "slug-0" })
  const rename = (slug: string, formerSlug: "forever" | "not_at_all" = "forever") =>
    studio.act("member", editLinkAndSlug, { id, slug, formerSlug })
  for (let n = 1; n <= 20; n += 1) await rename(`slug-${n}`)
  await assert.rejects(rename("slug-21"), { code: "conflict", field: "formerSlug", hint: /Stop one/ })
  assert.equal((await studio.act("viewer", getLink, { id })).slug, "slug-20")
  await rename("slug-21", "not_at_all")
  await rename("slug-0")
  assert.equal((await formerOf(studio, id)).length, 20)
})
