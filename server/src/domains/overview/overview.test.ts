import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { sql } from "kysely"
import { anonymous } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import { insertAuditEntry } from "#domains/connections/index.ts"
import { createUploadLink, listFolder, receiveFile, trashFile } from "#domains/drive/index.ts"
import { linkFollower, sumClickDays, trashLink } from "#domains/links/index.ts"
import { dayOf } from "#kernel/time/days.ts"
import { dayMs } from "#kernel/time/units.ts"
import { connect } from "#test/support/agents/connect.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { countRowsRead, noteQueries } from "#test/support/databases/note-queries.ts"
import { onBothDatabases, onPostgres, onSqlite } from "#test/support/databases/test-databases.ts"
import { draftOffer, insertPurchase, offerOnSale, upload } from "#test/support/selling/shop.ts"
import { shorten } from "#test/support/workspace/links.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { getOverview } from "./get-overview.ts"

function clickOn({ cx }: World, slug: string) {
  return linkFollower(cx)({ hostname: null, slug, query: "", click: { device: "desktop", referrer: "" } })
}

onSqlite(
  "clicks of all links are summed by day, without other workspaces' and with empty days filled",
  async (t, kind) => {
    const studio = await world(t, kind)
    const { act, clock } = studio
    await shorten(studio, { slug: "spring" })
    await shorten(studio, { slug: "summer" })
    await clickOn(studio, "spring")
    clock.advance(dayMs)
    await clickOn(studio, "spring")
    await clickOn(studio, "summer")

    const { clicks } = await act("viewer", getOverview, {})
    assert.equal(clicks?.length, 60)
    assert.deepEqual(clicks?.slice(-3), [
      { day: "2026-11-19", clicks: 0 },
      { day: "2026-11-20", clicks: 1 },
      { day: "2026-11-21", clicks: 2 },
    ])
    const elsewhere = await act("stranger", getOverview, {})
    assert.ok(elsewhere.clicks?.every(({ clicks }) => clicks === 0))
  },
)

onSqlite("files from upload links are listed, without members' files and trashed ones", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, clock } = studio
  await upload(studio, "mine.txt")
  const { url } = await act("member", createUploadLink, { maxFiles: 3 })
  for (const name of ["first.txt", "second.txt", "spam.txt"]) {
    clock.advance(1)
    const bytes = Readable.from([Buffer.from("hello")])
    await act(anonymous, receiveFile, { token: url.split("/").at(-1), name, contentType: "text/plain", bytes })
  }
  const { files } = await act("member", listFolder, {})
  await act("member", trashFile, { id: files.find(({ name }) => name === "spam.txt")?.id })

  const { arrivals } = await act("viewer", getOverview, {})
  assert.deepEqual(valuesOf(arrivals ?? [], "name"), ["second.txt", "first.txt"])
  assert.deepEqual((await act("stranger", getOverview, {})).arrivals, [])
})

/** Records a connection's call as the tool server does. */
async function record(studio: World, entry: { as: "owner" | "member"; tool: string; thing?: string; grantId: string }) {
  const { as, ...line } = entry
  const caller = studio.callers[as]
  assert.equal(caller.kind, "person")
  const { accountId } = caller
  studio.clock.advance(1)
  await studio.cx.atomically((cx) =>
    insertAuditEntry(cx, { ...line, accountId, workspaceId: studio.workspaceId, outcome: "ok" }),
  )
}

onBothDatabases(
  "each write of an agent names its app and what it made; members see those of their own apps",
  async (t, kind) => {
    const studio = await world(t, kind)
    const { act, app, cx, callers } = studio
    const mine = { as: "member", ...(await connect({ app, cx }, callers.member)) } as const
    const owners = { as: "owner", ...(await connect({ app, cx }, callers.owner)) } as const
    const [kept, gone] = [await shorten(studio, { title: "Spring sale" }), await shorten(studio, { slug: "gone" })]
    await act("member", trashLink, { id: gone.id })
    await record(studio, { as: "member", grantId: mine.grantId, tool: "create_link", thing: kept.id })
    await record(studio, { as: "member", grantId: mine.grantId, tool: "list_links" })
    await record(studio, { as: "owner", grantId: owners.grantId, tool: "create_link", thing: gone.id })
    await record(studio, { as: "owner", grantId: owners.grantId, tool: "set_stream_plan", thing: "" })

    const seen = async (as: "owner" | "member") =>
      ((await act(as, getOverview, {})).writes ?? []).map(({ tool, thingId, thingName, member, app }) => {
        assert.equal(app.isLocal, true)
        return [tool, thingId, thingName, member.isCaller]
      })
    assert.deepEqual(await seen("owner"), [
      ["set_stream_plan", null, null, true],
      ["create_link", gone.id, null, true],
      ["create_link", kept.id, "Spring sale", false],
    ])
    assert.deepEqual(await seen("member"), [["create_link", kept.id, "Spring sale", true]])
    assert.deepEqual((await act("stranger", getOverview, {})).writes, [])
  },
)

onSqlite(
  "a part that needs a stronger role than the caller's is null, and the others are complete",
  async (t, kind) => {
    const studio = await world(t, kind)
    const { act } = studio
    await insertPurchase(studio, await offerOnSale(studio))
    const draft = await draftOffer(studio, { title: "Not yet" })

    const filled = async (as: "viewer" | "member" | "admin") => {
      const { sales, revenue, domains, unclear, invitations } = await act(as, getOverview, {})
      return Object.entries({ sales, revenue, domains, unclear, invitations }).flatMap(([name, part]) =>
        part === null ? [] : [name],
      )
    }
    assert.deepEqual(await filled("viewer"), [])
    assert.deepEqual(await filled("member"), ["sales", "revenue", "domains"])
    assert.deepEqual(await filled("admin"), ["sales", "revenue", "domains", "unclear", "invitations"])
    const { sales, revenue, drafts } = await act("member", getOverview, {})
    assert.equal(sales?.items.length, 1)
    assert.equal(revenue?.currencies[0]?.days.at(-1)?.amountCents, 1900)
    assert.deepEqual(
      drafts?.items.map(({ id }) => id),
      [draft.id],
    )
  },
)

onSqlite("a part that fails is named and null, and the others are complete", async (t, kind) => {
  const studio = await world(t, kind)
  await shorten(studio, { slug: "spring" })
  await insertPurchase(studio, await offerOnSale(studio), { snapshot: "{" })
  const { sales, unread, links, revenue } = await studio.act("member", getOverview, {})
  assert.deepEqual([sales, unread], [null, ["sales"]])
  assert.equal(links?.links.length, 1)
  assert.equal(revenue?.currencies.length, 1)
})

/** Adds this many links (each clicked on the ten days before), files, and purchases without a payment. */
async function fill(studio: World, many: number) {
  const { app, clock, workspaceId } = studio
  const today = dayOf(clock.now())
  const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many})`
  const times = sql`times(d) as (select 0 union all select d + 1 from times where d < 9)`
  await app.database.transaction(async (db) => {
    await sql`${numbers} insert into short_links
      (id, workspace_id, namespace, slug, destination, visitor_query, clicks, created_at, updated_at)
      select ${`link_${many}_`} || i, ${workspaceId}, 'shared', ${`s${many}-`} || i, 'https://example.com/', 'dropped', 10, i, i from n`.execute(
      db,
    )
    await sql`insert into directory (kind, key, workspace_id)
      select 'short_link', slug, workspace_id from short_links where id like ${`link_${many}_%`}`.execute(db)
    await sql`${numbers}, ${times} insert into link_days
      (link_id, workspace_id, day, referrer, device, country, clicks)
      select ${`link_${many}_`} || i, ${workspaceId}, ${today} - cast(d + 1 as bigint) * ${sql.lit(dayMs)}, '', 'desktop', '', 1
      from n, times`.execute(db)
    await sql`${numbers} insert into files
      (id, workspace_id, name, search_name, content_type, size_bytes, sha256, blob_key, created_at, updated_at)
      select ${`file_${many}_`} || i, ${workspaceId}, ${`f${many}-`} || i, '', 'text/plain', 1, '', ${`blob_${many}_`} || i, i, i from n`.execute(
      db,
    )
  })
  const { id } = await insertPurchase(studio, await offerOnSale(studio), {
    state: "expired",
    paid_at: null,
    unit_taken_at: null,
  })
  await app.database.transaction(async (db) => {
    await sql`${numbers} insert into purchases select
      (jsonb_populate_record(one, jsonb_build_object('id', ${`purchase_${many}_`} || i))).*
      from purchases as one, n where one.id = ${id}`.execute(db)
    await sql`analyze`.execute(db)
  })
}

onPostgres("the overview asks the same queries however much there is, and reads the ends of indexes", async (t) => {
  const studio = await world(t, "postgres")
  const { app, callers } = studio
  const look = async () => {
    const { db: read, asked } = noteQueries(app.database.read)
    const database = { ...app.database, read }
    const answer = await perform({ app: { ...app, database }, caller: callers.owner }, getOverview, {})
    assert.deepEqual(answer.unread, [])
    return { asked, answer }
  }
  await fill(studio, 1)
  const before = await look()
  await fill(studio, 1000)
  await sumClickDays(studio.cx)
  await clickOn(studio, "s1000-7")
  const { asked, answer } = await look()
  assert.deepEqual([answer.clicks?.at(-1)?.clicks, answer.clicks?.at(-2)?.clicks], [1, 1001])
  assert.deepEqual([asked.length, answer.links?.links.length], [before.asked.length, 5])
  assert.ok(asked.length <= 25, `${asked.length} queries`)
  const [most] = await countRowsRead(app.database, asked)
  assert.ok(most && most.rows <= 30, `${most?.rows} rows were read: ${most?.sql}`)
})
