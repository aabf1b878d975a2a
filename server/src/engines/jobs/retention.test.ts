import assert from "node:assert/strict"
import { test } from "node:test"
import { choosesRow, choiceTime as now } from "#test/support/databases/chosen-rows.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { world } from "#test/support/worlds/world.ts"
import { retainedTables, retention, sweepTables } from "./retention.ts"

/** What else must hold of a row, for those whose deletion has more conditions than its time. */
const more: Readonly<Record<string, object>> = {
  payment_events: { applied_at: now },
  share_links: { folder_id: "f1" },
}

/** Values of `state` that tell two rows of a table apart. */
const states = ["expired", "failed"]

for (const [nth, { table, time, ms, remove }] of retention.entries()) {
  const isSecond = retention[nth - 1]?.table === table && retention[nth - 1]?.time === time
  const row = { ...more[table], ...(table === "purchases" && unpaid(isSecond)), [time]: now - ms }
  choosesRow(
    `a row of ${table} is deleted when its ${time} is long enough ago${isSecond ? ", in its other state" : ""}`,
    {
      table,
      row,
      unless: [{ [time]: now - ms + 1 }],
      isOfAllWorkspaces: true,
      becomes: null,
      gives: 1,
      otherwise: 0,
      run: (cx) => remove(cx, now - ms, 10),
    },
  )
}

function unpaid(isSecond: boolean) {
  return { state: states[Number(isSecond)], charged_cents: 0, refunded_cents: 0, payment_id: null, owner_key: null }
}

onBothDatabases("each table of the retention is swept without a fault", async (t, kind) => {
  const { cx } = await world(t, kind)
  for (const table of retainedTables) await sweepTables(cx, table)
})

test("each row of the retention keeps whole days", () => {
  for (const { table, ms } of retention) assert.ok(Number.isInteger(ms / 86_400_000), table)
})
