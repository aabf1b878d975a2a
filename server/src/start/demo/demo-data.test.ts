import assert from "node:assert/strict"
import type { Caller } from "#access/context.ts"
import { perform, systemContext } from "#access/perform.ts"
import { enqueueDueStreamPlans, getTeamTime } from "#domains/team-time/index.ts"
import { migratedDatabaseUrl, onBothDatabases, openDatabase } from "#test/support/databases/test-databases.ts"
import { world } from "#test/support/worlds/world.ts"
import { demo, fillEmptyDatabase } from "./demo-data.ts"

onBothDatabases("the demo's owner works by day and streams two evenings a week, two months ahead", async (t, kind) => {
  const app = { ...(await world(t)).app, database: openDatabase(t, await migratedDatabaseUrl(t, kind)) }
  const cx = systemContext(app)
  assert.equal(await fillEmptyDatabase(app), true)
  assert.equal(await fillEmptyDatabase(app), false, "once")

  const { id: accountId } = await app.database.read.selectFrom("accounts").select("id").executeTakeFirstOrThrow()
  const ada: Caller = { kind: "person", accountId, workspaceSlug: demo.slug }
  const week = await perform({ app, caller: ada }, getTeamTime, {})

  assert.equal(week.timeZone, "Europe/Berlin")
  assert.equal(week.streamPlan.state, "current")
  assert.deepEqual(
    week.busy.map(({ startsAt, endsAt }) => [startsAt.slice(11, 16), endsAt.slice(11, 16)]),
    [
      ["20:00", "22:00"],
      ["20:00", "22:00"],
    ],
  )
  const last = new Date(app.now() + 60 * 86_400_000).toISOString().slice(0, 10)
  const late = await perform({ app, caller: ada }, getTeamTime, { from: last, to: last })
  assert.ok(String(late.streamPlan.knownUntil) > last)
  assert.equal(await enqueueDueStreamPlans(cx), 0, "there is no calendar to fetch")
})
