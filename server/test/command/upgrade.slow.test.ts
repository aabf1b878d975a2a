import assert from "node:assert/strict"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { sql } from "kysely"
import { anonymous } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import { upgrade } from "#command/migrations.ts"
import { readSettings } from "#config/settings.ts"
import { signInWithLink } from "#domains/accounts/index.ts"
import { fillEmptyDatabase } from "#start/demo/demo-data.ts"
import { objectIn, runInProcess } from "#test/support/command/run-in-process.ts"
import { nextNames, nextRelease } from "#test/support/databases/next-release.ts"
import { onBothDatabases, onSqlite, temporaryFolder } from "#test/support/databases/test-databases.ts"
import { newPlace, openAt, type Place } from "#test/support/worlds/backup-world.ts"

const asked = (place: Place, folder: string) => ({
  ...{ argument: undefined, options: { backup: [folder] }, environment: place, stop: new AbortController().signal },
  say: () => {},
  settings: () => readSettings(place),
})

onBothDatabases("an upgrade migrates only after a complete backup", async (t, kind) => {
  const place = await newPlace(t, kind)
  const { database, blobs, ...app } = await openAt(t, place)
  await fillEmptyDatabase({ database, blobs, ...app })
  const folder = temporaryFolder(t)
  const ran = async () =>
    (await sql<{ name: string }>`select name from migrations`.execute(database.read)).rows.map(({ name }) => name)
  const before = await ran()

  const [lost] = await blobs.list()
  const bytes = await blobs.read(String(lost?.key))
  await blobs.remove(String(lost?.key))
  await assert.rejects(upgrade(asked(place, join(folder, "1")), nextRelease), /is not whole, so nothing was migrated/)
  await assert.rejects(upgrade(asked(place, join(folder, "1")), nextRelease), /is not empty/)
  assert.deepEqual(await ran(), before)

  await blobs.write(String(lost?.key), bytes, Number(lost?.sizeBytes))
  const { data } = await upgrade(asked(place, join(folder, "2")), nextRelease)
  assert.deepEqual(data, { ran: nextNames, backup: join(folder, "2") })
  assert.deepEqual(await ran(), [...before, ...nextNames])
  assert.equal((await runInProcess(["verify-backup", join(folder, "2")], place)).exit, 0)
})

onBothDatabases("an older program changes nothing in a newer database, and says that it is newer", async (t, kind) => {
  const place = await newPlace(t, kind)
  const { database } = await openAt(t, place)
  await database.transaction(async (db) => {
    await sql`insert into migrations (name, breaks_below) values ('0990-later', 990)`.execute(db)
  })
  const folder = join(temporaryFolder(t), "backup")
  for (const line of [["migrate"], ["migrate", "status"], ["upgrade", "--backup", folder]]) {
    const { exit, err } = await runInProcess(line, place)
    assert.equal(exit, 1)
    assert.match(err, /A newer version changed the database.*\(0990-later\)\. Nothing was changed\./)
  }
  assert.throws(() => readdirSync(folder), /ENOENT/, "and no backup was begun")
})

onSqlite("a sign-in link is made for a known account, works once within 15 minutes, and is in the log", async (t) => {
  const place = await newPlace(t, "sqlite")
  const app = await openAt(t, place)
  await fillEmptyDatabase(app)
  const make = async () => {
    const printed = await runInProcess(["user", "sign-in-link", "ADA@Example.com", "--json"], place)
    assert.equal(printed.exit, 0, printed.err)
    const { link, expiresAt } = objectIn(printed) as { link: string; expiresAt: string }
    assert.match(link, /^http:\/\/localhost:3000\/sign-in\/link\/signin_/)
    const leftMs = Date.parse(expiresAt) - Date.now()
    assert.ok(leftMs > 14 * 60_000 && leftMs <= 15 * 60_000)
    const line = printed.err.split("\n").find((text) => text.includes("sign_in_link_made")) ?? ""
    assert.match(line, /"level":"warn".*"accountId":"account_\w+"/)
    assert.doesNotMatch(line, /example\.com|signin_/)
    return link.split("/").at(-1) ?? ""
  }
  const signIn = (link: string, now = Date.now) =>
    perform({ app: { ...app, now }, caller: anonymous }, signInWithLink, { link, userAgent: "" })

  const used = await make()
  assert.ok((await signIn(used)).token)
  await assert.rejects(signIn(used), /already used/)
  const late = await make()
  await assert.rejects(
    signIn(late, () => Date.now() + 15 * 60_000),
    /This sign-in has expired/,
  )

  const rows = () => app.database.read.selectFrom("sign_ins").select("id").execute()
  const count = (await rows()).length
  const unknown = await runInProcess(["user", "sign-in-link", "eve@example.com"], place)
  assert.deepEqual([unknown.exit, unknown.out], [1, ""])
  assert.equal((await rows()).length, count)
})
