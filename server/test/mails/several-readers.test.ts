import assert from "node:assert/strict"
import { test } from "node:test"
import type { JobKind, JobPayloads } from "#jobs/jobs.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { loops } from "#test/support/selling/loops.ts"
import { openRound, refuseInTurn, runRound } from "#test/support/selling/mail-rounds.ts"

type Several = { [Kind in JobKind]: "reader" extends keyof JobPayloads[Kind] ? Kind : never }[JobKind]

test("each kind of job that mails several readers is in the table of these tests", () => {
  const several: Record<Several, true> = {
    ...{ "mail-seller": true, "mail-sales": true, "mail-workspace": true, "mail-suspension": true },
    ...{ "mail-unclear-money": true, "mail-payment-account": true, "mail-silent-hook": true },
    ...{ "mail-short-keys": true, "mail-reports": true },
  }
  const inTable = new Set(Object.keys(loops).map((name) => name.split(" ")[0]))
  assert.deepEqual([...inTable].sort(), Object.keys(several).sort())
})

for (const count of [2, 3])
  onBothDatabases(`of ${count} readers each is refused in turn, and all others get one mail`, (t, kind) =>
    refuseInTurn(t, { kind, count }),
  )

onBothDatabases("a reader whose server never takes a mail is given up, and all others get one", async (t, kind) => {
  const { studio, ...addresses } = await openRound(t, kind, 3)
  for (const [loop, { readers: who }] of Object.entries(loops)) {
    const readers = addresses[who]
    for (const refused of readers) {
      const { tried, taken, rows, dead } = await runRound(studio, { loop, readers, refused, verdict: "later" })
      assert.deepEqual(valuesOf(taken, "to").sort(), readers.filter((one) => one !== refused).sort(), loop)
      const ids = new Set(tried.filter(({ to }) => to === refused).map(({ id }) => id))
      assert.equal(ids.size, 1, "each try has the same Message-ID")
      assert.deepEqual(
        valuesOf(
          rows.filter(({ state }) => state === "refused"),
          "address",
        ),
        [refused],
      )
      assert.equal(dead, 1)
    }
  }
})
