import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { DatabaseOutage } from "#kernel/database-outage.ts"
import { newId } from "#kernel/ids.ts"
import { measureInto } from "#measure/measure.ts"
import { afterCommit } from "#storage/after-commit.ts"
import type { Database } from "#storage/database.ts"
import { migrate } from "#storage/migrate.ts"
import { until } from "#test/support/basics/until.ts"
import { findPostgres, type PostgresProcess, postgresProcess } from "#test/support/databases/postgres-process.ts"
import { type PostgresProxy, postgresProxy } from "#test/support/databases/postgres-proxy.ts"
import { openDatabase } from "#test/support/databases/test-databases.ts"
import { crash, cut, cuts, nextCommit, terminateAll } from "./database-faults.ts"
import { insertRow, leaveRow, openLoad } from "./database-load.ts"

const programs = findPostgres()
const skip =
  programs === undefined && process.env.CI !== "true" ? "PostgreSQL's initdb and postgres are not installed" : false

interface Ground {
  readonly postgres: PostgresProcess
  readonly proxy: PostgresProxy
  /** Bypasses the proxy. */
  readonly truth: Database
  /** Through the proxy. */
  readonly database: Database
}

async function rowsOf({ read }: Database, name: string): Promise<number> {
  const rows = await read.selectFrom("workspaces").select("id").where("name", "=", name).execute()
  return rows.length
}

/** A transaction that announces its commit. Returns the number of announcements, and the error. */
async function announced(database: Database, name: string): Promise<{ count: number; fault: unknown }> {
  let count = 0
  const fault = await database
    .transaction(async (db) => {
      afterCommit(db, () => {
        count += 1
      })
      await insertRow(db, name)
    })
    .catch((fault: unknown) => fault)
  return { count, fault }
}

test("PostgreSQL fails in every way", { skip }, async (t) => {
  assert.ok(programs, "PostgreSQL's initdb and postgres are not installed")
  const postgres = await postgresProcess(t, programs)
  await postgres.start()
  const proxy = await postgresProxy(t, postgres.port)
  const open = (t: TestContext): Ground => {
    return { postgres, proxy, truth: openDatabase(t, postgres.url), database: openDatabase(t, proxy.url) }
  }
  await migrate(open(t).truth)

  for (const fate of ["cut before", "cut answer", "late"] as const) {
    await t.test(`a transaction whose COMMIT meets "${fate}" commits once, and says so once`, async (t) => {
      const { truth, database } = open(t)
      const name = newId("effect")
      nextCommit(proxy, fate)
      assert.deepEqual(await announced(database, name), { count: 1, fault: undefined })
      await new Promise((resolve) => setTimeout(resolve, fate === "late" ? 400 : 0)) // the commit has arrived by then
      assert.equal(await rowsOf(truth, name), 1)
    })
  }

  await t.test("the result of a commit whose response is lost in a crash is found afterwards", async (t) => {
    const { database } = open(t)
    const name = newId("effect")
    const crashed = Promise.withResolvers<void>()
    proxy.fateOfCommit = () => {
      nextCommit(proxy, "pass")
      crash(postgres).then(crashed.resolve, crashed.reject)
      return "cut answer"
    }
    assert.deepEqual(await announced(database, name), { count: 1, fault: undefined })
    await crashed.promise
    assert.equal(await rowsOf(database, name), 1)
  })

  await t.test("a commit whose result is not found in time is an outage, and nothing is announced", async (t) => {
    const { database } = open(t)
    const now = performance.now.bind(performance)
    proxy.fateOfCommit = () => {
      void proxy.refuse()
      setTimeout(() => t.mock.method(performance, "now", () => now() + 10_000), 100)
      return "cut answer"
    }
    const { count, fault } = await announced(database, newId("effect"))
    assert.ok(fault instanceof DatabaseOutage)
    assert.match(fault.message, /^It is not known whether the transaction committed: /)
    assert.equal(count, 0)
    proxy.fateOfCommit = () => "pass"
    await proxy.listen()
  })

  await t.test("connections that are in use or idle when they end are replaced at once", async (t) => {
    const { database } = open(t)
    const together = () => Promise.all(Array.from({ length: 20 }, () => leaveRow(database, newId("effect"))))
    await together()
    await postgres.administer(terminateAll)
    await together()
    const names = Array.from({ length: 5 }, () => newId("effect"))
    let runs = 0
    await Promise.all(
      names.map((name) =>
        database.transaction(async (db) => {
          runs += 1
          if (runs === names.length) await postgres.administer(terminateAll)
          await insertRow(db, name)
        }),
      ),
    )
    for (const name of names) assert.equal(await rowsOf(database, name), 1)
    assert.ok(runs > names.length, "they ran again")
  })

  await t.test("refused connections are an outage at once, and there is none once they are accepted", async (t) => {
    const { database } = open(t)
    await leaveRow(database, newId("effect"))
    await proxy.refuse()
    await assert.rejects(database.checkWritable(), DatabaseOutage)
    await assert.rejects(database.read.selectFrom("workspaces").select("id").execute(), DatabaseOutage)
    await proxy.listen()
    await Promise.all(Array.from({ length: 40 }, () => leaveRow(database, newId("effect"))))
    await database.checkWritable()
  })

  await t.test("without a connection, statements count as failed and their waits are recorded", async (t) => {
    const { database } = open(t)
    const recorded: string[] = []
    t.after(measureInto((name, _value, kind) => void recorded.push(kind === undefined ? name : `${name} ${kind}`)))
    const read = () => database.read.selectFrom("workspaces").select("id").execute()
    await proxy.refuse()
    await assert.rejects(read(), DatabaseOutage)
    assert.deepEqual(recorded.splice(0), ["db_statement_seconds failed", "db_wait_seconds"])
    await proxy.listen()
    await database.close()
    await assert.rejects(read(), DatabaseOutage)
    assert.deepEqual(recorded, ["db_wait_seconds"], "this process closed it, and PostgreSQL did not fail")
  })

  await t.test("silent connections are closed together, and the next ones work", async (t) => {
    t.mock.timers.enable({ apis: ["setInterval"] })
    const { database } = open(t)
    const together = () =>
      Promise.allSettled(Array.from({ length: 20 }, () => leaveRow(database, newId("effect")))).then((ends) =>
        ends.filter(({ status }) => status === "fulfilled"),
      )
    assert.equal((await together()).length, 20)
    proxy.fallSilent("the open ones")
    proxy.speakAgain()
    const silent = leaveRow(database, newId("effect"))
    const outage = assert.rejects(silent, /^DatabaseOutage: The connection to the database was lost: /)
    await new Promise((resolve) => setTimeout(resolve, 50)) // the query has been sent
    for (let beat = 0; beat < 22; beat += 1) t.mock.timers.tick(500)
    await outage
    assert.equal((await together()).length, 20, "the other nineteen are not tried one after the other")
  })

  await t.test("a waiting request gets the first free connection, even if new ones hang", async (t) => {
    const { truth, database } = open(t)
    const [holder, waiter] = [newId("effect"), newId("effect")]
    await database.checkWritable()
    const late = sleep(8_000, "late", { ref: false })
    t.mock.timers.enable({ apis: ["setTimeout"] }) // so that no attempt to connect times out
    let waiting: Promise<void> | undefined
    await database.transaction(async (db) => {
      proxy.fallSilent("the next ones")
      waiting = leaveRow(database, waiter)
      await insertRow(db, holder)
    })
    assert.notEqual(await Promise.race([waiting, late]), "late")
    proxy.speakAgain()
    proxy.cut()
    assert.equal(await rowsOf(truth, waiter), 1)
  })

  await t.test("an idle connection is tested before it is used", async (t) => {
    t.mock.timers.enable({ apis: ["setInterval"] })
    const { database } = open(t)
    await leaveRow(database, newId("effect"))
    for (let beat = 0; beat < 12; beat += 1) t.mock.timers.tick(500)
    proxy.fallSilent("the open ones")
    proxy.speakAgain()
    const left = leaveRow(database, newId("effect"))
    await new Promise((resolve) => setTimeout(resolve, 50)) // the test query has been sent
    for (let beat = 0; beat < 4; beat += 1) t.mock.timers.tick(500)
    await left
  })

  await t.test("a read-only database is an outage for writers, and readers are not affected", async (t) => {
    const { database } = open(t)
    await postgres.administer("alter database postgres set default_transaction_read_only = on")
    await Promise.all(Array.from({ length: 5 }, () => database.read.selectFrom("workspaces").select("id").execute()))
    await assert.rejects(database.checkWritable(), DatabaseOutage)
    await database.read.selectFrom("workspaces").select("id").limit(1).execute()
    await postgres.administer("begin read write; alter database postgres reset all; commit")
    await assert.rejects(leaveRow(database, newId("effect")), DatabaseOutage, "the old session may still only read")
    await Promise.all(Array.from({ length: 20 }, () => leaveRow(database, newId("effect"))))
    await database.checkWritable()
  })

  await t.test("load through every fault loses nothing, doubles nothing, and gets true results", async (t) => {
    const { truth, database } = open(t)
    const load = openLoad(database, 16)
    const progress = async () => {
      const before = load.committed()
      await until(async () => load.committed() >= before + 20)
    }
    for (let n = 0; n < cuts; n += 1) {
      await progress()
      await cut(n, postgres, proxy)
    }
    await progress()
    const { committed, ...wrong } = await load.end(truth)
    t.diagnostic(`${cuts} cuts, ${committed} transactions committed, ${JSON.stringify(wrong)}`)
    assert.deepEqual(wrong, { lost: 0, doubled: 0, ghosts: 0, strange: [] })
  })
})
