import assert from "node:assert/strict"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { hourMs } from "#kernel/time/units.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { dyingApp } from "#test/support/processes/dying-app.ts"
import { loops } from "#test/support/selling/loops.ts"
import { forgetMails, openRound, refuseInTurn } from "#test/support/selling/mail-rounds.ts"
import { mailServer } from "#test/support/stand-ins/mail-server.ts"

/** The rounds grow with the square of the readers, and each takes ten times as long on PostgreSQL. */
const readers = { sqlite: 20, postgres: 6 }

onBothDatabases("of many readers each is refused in turn, and all others get one mail", (t, kind) =>
  refuseInTurn(t, { kind, count: readers[kind] }),
)

/** PostgreSQL takes ten times as long, and is killed at each of so many statements. */
const strides = { sqlite: 1, postgres: 11 }

onBothDatabases(
  "a process killed at any statement costs a reader one more copy of the mail at most",
  async (t, kind) => {
    const { studio, ...addresses } = await openRound(t, kind, 3)
    for (const [loop, { readers: who, cause }] of Object.entries(loops)) {
      let [isKilled, copies] = [true, 0]
      for (let at = 1; isKilled; at += strides[kind]) {
        const server = mailServer(studio.app, () => undefined)
        const dying = dyingApp(server.app, at)
        await cause(studio)
        await runDueJobs(dying.app, jobs).catch(() => undefined)
        isKilled = dying.isAway
        for (let runs = 0; runs < 3; runs += 1) {
          studio.clock.advance(hourMs)
          await runDueJobs(server.app, jobs)
        }
        const mails = Map.groupBy(server.taken, ({ to }) => to)
        assert.deepEqual([...mails.keys()].sort(), addresses[who].toSorted(), `${loop} killed at ${at}`)
        for (const same of mails.values()) {
          assert.ok(same.length <= 2, `${loop} killed at ${at}`)
          assert.equal(new Set(valuesOf(same, "id")).size, 1, `${loop} killed at ${at}`)
        }
        copies += server.taken.length - mails.size
        await forgetMails(studio)
      }
      if (kind === "sqlite") assert.ok(copies > 0, "a kill between the answer and its note costs a copy")
    }
  },
)
