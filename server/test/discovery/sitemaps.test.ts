import assert from "node:assert/strict"
import { test } from "node:test"
import { sql } from "kysely"
import { archiveOffer } from "#domains/handover/index.ts"
import { editSellerPage } from "#domains/seller-pages/index.ts"
import { showSellerPage } from "#test/support/selling/seller-page.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { type HttpWorld, httpWorld } from "#test/support/worlds/http-world.ts"

const base = "http://localhost:3000"

async function locationsOf({ server }: HttpWorld, path: string): Promise<string[]> {
  const { statusCode, headers, payload } = await server.inject({ method: "GET", url: path })
  assert.deepEqual([statusCode, headers["content-type"]], [200, "application/xml; charset=utf-8"], path)
  assert.equal(headers["cache-control"], "no-cache")
  return [...payload.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => `${url}`)
}

async function wholeSitemap(world: HttpWorld): Promise<string[]> {
  const files = await locationsOf(world, "/sitemap.xml")
  return (await Promise.all(files.map((file) => locationsOf(world, new URL(file).pathname)))).flat()
}

test("200: the sitemap has only listed pages, from the next request on", async (t) => {
  const world = await httpWorld(t)
  const { act } = world
  const [listed, other] = [await offerOnSale(world), await offerOnSale(world)]
  const ownPages = await locationsOf(world, "/sitemap-pages.xml")
  assert.ok(ownPages.includes(`${base}/`) && ownPages.includes(`${base}/developers`))
  assert.ok(ownPages.every((url) => !/account|sign-in|pay\/|:\w/.test(new URL(url).pathname)))
  assert.deepEqual(await wholeSitemap(world), ownPages)

  await showSellerPage(world, [listed, other])
  await act("member", archiveOffer, { id: other.id })
  assert.deepEqual(await wholeSitemap(world), [...ownPages, `${base}/@studio`, `${base}/pay/${listed.shortKey}`])
  await act("owner", editSellerPage, { isShown: false })
  assert.deepEqual(await wholeSitemap(world), ownPages)
})

test("200: a hundred thousand pages are split into files of fifty thousand", async (t) => {
  const world = await httpWorld(t)
  await world.app.database.transaction(async (db) => {
    const numbers = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 100000)`
    await sql`insert into workspaces (id, slug, name, created_at)
      ${numbers} select 'workspace_' || n, 's' || n, 'S', 0 from numbers`.execute(db)
    await sql`insert into seller_pages (workspace_id, shown_at, updated_at)
      ${numbers} select 'workspace_' || n, 1, 1 from numbers`.execute(db)
  })
  assert.deepEqual(await locationsOf(world, "/sitemap.xml"), [
    `${base}/sitemap-pages.xml`,
    `${base}/sitemap-sellers-1.xml`,
    `${base}/sitemap-sellers-2.xml`,
  ])
  const files = [await locationsOf(world, "/sitemap-sellers-1.xml"), await locationsOf(world, "/sitemap-sellers-2.xml")]
  assert.deepEqual(files.map(({ length }) => length), [50_000, 50_000]) // biome-ignore format: one thought
  assert.equal(new Set(files.flat()).size, 100_000)
  for (const name of ["sellers-3", "offers-1", "sellers-0", "sellers-01", "owners-1", "sellers-99999"]) {
    assert.equal((await world.server.inject({ method: "GET", url: `/sitemap-${name}.xml` })).statusCode, 404, name)
  }
})

test("503 for those beyond the twenty that wait for a sitemap, and other pages do not wait", async (t) => {
  const world = await httpWorld(t)
  await showSellerPage(world, [await offerOnSale(world)])
  const get = (url: string) => world.server.inject({ method: "GET", url })
  const asked = Array.from({ length: 25 }, () => get("/sitemap-sellers-1.xml"))
  const page = await get("/sitemap-pages.xml")
  assert.equal(page.statusCode, 200)
  const answers = await Promise.all(asked)
  const refused = answers.filter(({ statusCode }) => statusCode === 503)
  assert.ok(refused.length > 0 && answers.every(({ statusCode }) => [200, 503].includes(statusCode)))
  assert.equal(refused[0]?.json().error.hint, "Wait for the number of seconds in `Retry-After`.")
  assert.ok(Number(refused[0]?.headers["retry-after"]) >= 5)
  assert.equal((await get("/sitemap-sellers-1.xml")).statusCode, 200)
})
