import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import type { MailVerdict } from "#adapters/mail/port.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { hourMs } from "#kernel/time/units.ts"
import { valuesOf } from "../basics/values-of.ts"
import type { DatabaseKind } from "../databases/test-databases.ts"
import { mailServer } from "../stand-ins/mail-server.ts"
import { type World, world } from "../worlds/world.ts"
import { loops, onlyOwners } from "./loops.ts"

interface Round {
  loop: string
  /** Who reads the round's mails. */
  readers: readonly string[]
  refused?: string
  verdict?: MailVerdict
}

/** Causes a round of mails, and runs jobs until none is left. */
export async function runRound(studio: World, { loop, refused, verdict }: Round) {
  const server = mailServer(studio.app, ({ to }) => (to === refused ? verdict : undefined))
  await loops[loop]?.cause(studio)
  const given = async () => (await runDueJobs(server.app, jobs)) > 0
  await given()
  for (let tries = 1; tries < 25; tries += 1) {
    studio.clock.advance(hourMs)
    await given()
  }
  const rows = await studio.cx.db.selectFrom("mails").select(["address", "state", "words"]).execute()
  const dead = await studio.cx.db.selectFrom("jobs").select("id").where("dead_at", "is not", null).execute()
  await forgetMails(studio)
  return { ...server, rows, dead: dead.length }
}

export const forgetMails = ({ app }: World) =>
  app.database.transaction(async (db) => {
    for (const table of ["mails", "jobs"] as const) await db.deleteFrom(table).execute()
  })

export async function openRound(t: TestContext, kind: DatabaseKind, count: number) {
  const operators = Array.from({ length: count }, (_, n) => `operator${n}@operations.example`)
  const studio = await world(t, kind, { operators })
  return { studio, operators, owners: await onlyOwners(studio, count) }
}

/** Each loop mails `count` readers as often, and each time another one is refused. */
export async function refuseInTurn(t: TestContext, { kind, count }: { kind: DatabaseKind; count: number }) {
  const { studio, ...addresses } = await openRound(t, kind, count)
  for (const [loop, { readers: who }] of Object.entries(loops)) {
    const readers = addresses[who]
    assert.equal(readers.length, count)
    for (const refused of readers) {
      const { tried, taken, rows, dead } = await runRound(studio, { loop, readers, refused, verdict: "refused" })
      const others = readers.filter((one) => one !== refused)
      assert.deepEqual(valuesOf(taken, "to").sort(), others.sort(), loop)
      assert.equal(tried.length, readers.length, `${loop}: one try each`)
      assert.deepEqual(
        rows.filter(({ state }) => state !== "taken"),
        [{ address: refused, state: "refused", words: "No such user" }],
        loop,
      )
      assert.equal(dead, 0, "a refusal is no failure of the service")
    }
  }
}
