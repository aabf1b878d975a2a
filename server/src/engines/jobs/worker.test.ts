import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { CompiledQuery, type KyselyPlugin, sql } from "kysely"
import type { Inside } from "#access/context.ts"
import type { App } from "#access/perform.ts"
import { MailError } from "#adapters/mail/port.ts"
import { enqueue } from "#jobs/job-store.ts"
import { laneOf } from "#jobs/jobs.ts"
import type { ReadDb } from "#storage/database.ts"
import {
  type DatabaseKind,
  migratedDatabaseUrl,
  onBothDatabases,
  onPostgres,
  openDatabase,
} from "#test/support/databases/test-databases.ts"
import { maxJobTries } from "./backoff.ts"
import { countJobs } from "./dead-job-store.ts"
import { beatMs, jobLeaseMs } from "./leases.ts"
import { claimJobs, findDueTimes } from "./queue-store.ts"
import type { Handlers } from "./run-job.ts"
import { openWorker, runDueJobs, slots } from "./worker.ts"

type Settle = (purchaseId: string) => unknown

/** Handlers that fail for each kind but `settle-purchase` and `others`. */
function settling(settle: Settle, others: Partial<Handlers> = {}): Handlers {
  const unused = Object.keys(laneOf).map((kind) => [kind, async () => assert.fail("not enqueued by this test")])
  return {
    ...(Object.fromEntries(unused) as Handlers),
    "settle-purchase": async (_cx, { purchaseId }) => settle(purchaseId),
    ...others,
  }
}

async function outbox(t: TestContext, kind: DatabaseKind) {
  let time = 1_000_000
  const url = await migratedDatabaseUrl(t, kind)
  const errors: object[] = []
  const log = {
    info() {},
    warn: (fields: object) => errors.push(fields),
    error: (fields: object) => errors.push(fields),
  }
  const now = () => time
  // Another process on the same database.
  const another = () => ({ database: openDatabase(t, url), now, log }) as unknown as App
  const app = another()
  const put = (id: string, options = {}) =>
    app.database.transaction((db) =>
      enqueue({ db, now }, "settle-purchase", { payload: { purchaseId: id }, ...options }),
    )
  /** Runs the due jobs and returns their number. */
  const runDue = (settle: Settle) => runDueJobs(app, settling(settle))
  const reading = { db: app.database.read, now }
  const claim = (cx: Inside) => claimJobs(cx, { lane: "money", limit: 8, leaseMs: jobLeaseMs, running: [] })
  const advance = (ms: number) => {
    time += ms
  }
  const putSignIn = () =>
    app.database.transaction((db) => enqueue({ db, now }, "mail-sign-in", { payload: { signInId: "s1" } }))
  return { app, another, put, putSignIn, runDue, claim, reading, errors, advance }
}

onBothDatabases("two workers run 200 jobs, each at least once and none lost", async (t, kind) => {
  const { app, another, put, reading } = await outbox(t, kind)
  const runs = new Map<string, number>()
  const all = Promise.withResolvers<void>()
  const handlers = settling((id) => {
    runs.set(id, (runs.get(id) ?? 0) + 1)
    if (runs.size === 200) all.resolve()
  })
  const workers = [openWorker(app, handlers), openWorker(another(), handlers)]

  await Promise.all(Array.from({ length: 200 }, (_, n) => put(`p${n}`)))
  await all.promise
  await Promise.all(workers.map((worker) => worker.drain()))

  assert.equal(Math.max(...runs.values()), 1, "with both alive, nothing runs twice")
  assert.deepEqual(await countJobs(reading), { waiting: 0, running: 0, dead: 0 })
})

onBothDatabases("a commit wakes a worker before its next poll", async (t, kind) => {
  const { app, put } = await outbox(t, kind)
  const ran = { p1: Promise.withResolvers<void>(), p2: Promise.withResolvers<void>() }
  const handlers = settling((id) => ran[id as keyof typeof ran].resolve())
  const worker = openWorker(app, handlers, { pollMs: 3_600_000 })

  await put("p1")
  await ran.p1.promise
  await put("p2")
  await ran.p2.promise
  await worker.drain()
})

onBothDatabases("draining waits for the running job and takes no other", async (t, kind) => {
  const { app, put, reading } = await outbox(t, kind)
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const worker = openWorker(
    app,
    settling(() => {
      started.resolve()
      return finish.promise
    }),
  )
  await put("p1")
  await started.promise
  const drained = worker.drain()
  await put("p2")
  finish.resolve()
  await drained

  assert.deepEqual(await countJobs(reading), { waiting: 1, running: 0, dead: 0 })
})

onBothDatabases("after a crash during a job, the job runs again when its lease ends", async (t, kind) => {
  const { app, put, claim, advance } = await outbox(t, kind)
  const ran: string[] = []
  const handlers = settling((id) => ran.push(id))
  await put("p1")
  await app.database.transaction((db) => claim({ db, now: app.now })) // the process that took it dies here

  advance(jobLeaseMs - 1)
  assert.equal(await runDueJobs(app, handlers), 0, "not while the lease runs")
  advance(1)
  assert.equal(await runDueJobs(app, handlers), 1)
  assert.deepEqual(ran, ["p1"])
})

onBothDatabases("a run that lost its lease neither removes nor postpones the job", async (t, kind) => {
  const { put, reading, advance, runDue } = await outbox(t, kind)
  await put("p1")
  const slow = runDue(async () => {
    advance(jobLeaseMs)
    await runDue(() => Promise.reject(new Error("the second run fails")))
  })
  await slow

  assert.deepEqual(await countJobs(reading), { waiting: 1, running: 0, dead: 0 }, "the second run's retry stands")
})

onBothDatabases("a failing job waits longer each time, and is finally given up with its error", async (t, kind) => {
  const { app, put, reading, errors, advance } = await outbox(t, kind)
  await put("p1")
  const cause = new MailError("later", { step: "reader", code: 550, words: "bo@example.com is full" })
  const fails = settling(() => Promise.reject(new Error("no answer from bo@example.com", { cause })))

  assert.equal(await runDueJobs(app, fails), 1)
  advance(2_499)
  assert.equal(await runDueJobs(app, fails), 0, "the first wait is 2.5 to 5 seconds")
  for (let tries = 2; tries <= maxJobTries; tries += 1) {
    advance(3_600_000)
    assert.equal(await runDueJobs(app, fails), 1)
  }
  advance(3_600_000)
  assert.equal(await runDueJobs(app, fails), 0, "a dead job rests")

  const dead = await reading.db.selectFrom("jobs").select(["attempts", "last_error"]).executeTakeFirst()
  assert.equal(dead?.attempts, maxJobTries)
  assert.match(dead?.last_error ?? "", /^Error: no answer from \[address\]\nCaused by: MailError: reader 550/)
  assert.equal((await countJobs(reading)).dead, 1)
  assert.match(JSON.stringify(errors), /Caused by: MailError: reader 550 \[address\] is full/)
  assert.doesNotMatch(JSON.stringify([errors, dead]), /bo@example/, "no address is kept")
})

onBothDatabases("a job that ends the process every time is given up too", async (t, kind) => {
  const { app, put, claim, reading, advance, runDue } = await outbox(t, kind)
  await put("p1")
  for (let crashes = 1; crashes <= maxJobTries; crashes += 1) {
    await app.database.transaction((db) => claim({ db, now: app.now }))
    advance(jobLeaseMs)
  }
  await runDue(() => assert.fail("it is not run again"))

  assert.equal((await countJobs(reading)).dead, 1)
})

onBothDatabases(
  "a job merged into a waiting one changes only its time, and only before its first failure",
  async (t, kind) => {
    const { app, put, reading, runDue } = await outbox(t, kind)
    await put("p1", { dedupeKey: "settle:p1", runAt: app.now() + 60_000 })
    await put("p1", { dedupeKey: "settle:p1" })
    await put("p2")
    await put("p2")
    assert.equal((await countJobs(reading)).waiting, 3)

    const ran: string[] = []
    await runDue((id) => ran.push(id))
    assert.deepEqual(ran.sort(), ["p1", "p2", "p2"])
  },
)

onBothDatabases("enqueueing a job that runs already causes one more run", async (t, kind) => {
  const { put, runDue } = await outbox(t, kind)
  await put("p1", { dedupeKey: "settle:p1" })
  let runs = 0
  await runDue(async () => {
    runs += 1
    if (runs === 1) await put("p1", { dedupeKey: "settle:p1" })
  })
  assert.equal(runs, 2)
})

onBothDatabases("a job that failed while its twin waits leaves the work to the twin", async (t, kind) => {
  const { app, put, reading, runDue } = await outbox(t, kind)
  await put("p1", { dedupeKey: "settle:p1" })
  await runDue(async () => {
    await put("p1", { dedupeKey: "settle:p1", runAt: app.now() + 60_000 })
    throw new Error("fails")
  })
  assert.deepEqual(await countJobs(reading), { waiting: 1, running: 0, dead: 0 })
})

onBothDatabases("a waiting job does not start before a transaction merged into it has ended", async (t, kind) => {
  const { app, another, put, claim } = await outbox(t, kind)
  await put("p1", { dedupeKey: "settle:p1" })
  const other = another()
  if (kind === "sqlite") return // SQLite has one writer at a time

  await app.database.transaction(async (db) => {
    await enqueue({ db, now: app.now }, "settle-purchase", { payload: { purchaseId: "p1" }, dedupeKey: "settle:p1" })
    const early = await other.database.transaction((db) => claim({ db, now: app.now }))
    assert.equal(early.length, 0, "it would not see what this transaction wrote")
  })
  assert.equal((await other.database.transaction((db) => claim({ db, now: app.now }))).length, 1)
})

onBothDatabases("48 hanging payments do not delay a sign-in mail", async (t, kind) => {
  const { app, put, putSignIn } = await outbox(t, kind)
  const answer = Promise.withResolvers<void>()
  const mailed = Promise.withResolvers<void>()
  let hanging = 0
  const handlers = settling(
    () => {
      hanging += 1
      return answer.promise
    },
    { "mail-sign-in": async () => mailed.resolve() },
  )
  await app.database.transaction(async (db) => {
    for (let n = 0; n < 48; n += 1) {
      await enqueue({ db, now: app.now }, "settle-purchase", { payload: { purchaseId: `p${n}` } })
    }
  })
  await putSignIn()

  const worker = openWorker(app, handlers, { pollMs: 3_600_000 })
  await mailed.promise
  assert.equal(hanging, slots.money, "it leaves in the same look as the first payments")
  await putSignIn()
  await put("p48")
  answer.resolve()
  await worker.drain()
})

onBothDatabases("jobs of a dead process run elsewhere within 30 s", async (t, kind) => {
  const { app, another, put, claim, advance } = await outbox(t, kind)
  await put("p1")
  await app.database.transaction((db) => claim({ db, now: app.now })) // the process that took it dies here

  const ran = Promise.withResolvers<unknown>()
  advance(29_000)
  const worker = openWorker(another(), settling(ran.resolve))
  assert.equal(await ran.promise, "p1")
  await worker.drain()
})

/** Waits until `done`, without advancing any timer. */
async function until(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await new Promise(setImmediate)
}

onBothDatabases("a handler that outlasts its lease runs once, unless its process is paused", async (t, kind) => {
  const { app, another, put, reading, advance } = await outbox(t, kind)
  t.mock.timers.enable({ apis: ["setInterval"] })
  const finish = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const slow = openWorker(
    app,
    settling(() => {
      started.resolve()
      return finish.promise
    }),
    { pollMs: 3_600_000 },
  )
  await put("p1")
  await started.promise
  const leaseEnd = async () => (await findDueTimes(reading)).lastLease
  const other = another()
  const refuse = settling(() => Promise.reject(new Error("the second run fails")))
  for (let beats = 0; beats < 5; beats += 1) {
    advance(beatMs)
    t.mock.timers.tick(beatMs)
    await until(async () => (await leaseEnd()) === app.now() + jobLeaseMs)
    assert.equal(await runDueJobs(other, refuse), 0)
  }

  advance(jobLeaseMs) // the process is paused and renews no lease
  assert.equal(await runDueJobs(other, refuse), 1)
  t.mock.timers.tick(beatMs)
  finish.resolve()
  await slow.drain()
  assert.deepEqual(await countJobs(reading), { waiting: 1, running: 0, dead: 0 }, "the second run's retry stands")
})

onBothDatabases("a process that resumes after a pause continues its own jobs", async (t, kind) => {
  const { app, put, putSignIn, reading, advance } = await outbox(t, kind)
  const finish = Promise.withResolvers<void>()
  const mailed = Promise.withResolvers<void>()
  let runs = 0
  const handlers = settling(
    () => {
      runs += 1
      return finish.promise
    },
    { "mail-sign-in": async () => mailed.resolve() },
  )
  const worker = openWorker(app, handlers, { pollMs: 3_600_000 })
  await put("p1")
  await until(async () => runs === 1)
  advance(jobLeaseMs)
  await putSignIn()
  await mailed.promise

  assert.equal(runs, 1, "its lease seems to have ended, but it runs here")
  finish.resolve()
  await worker.drain()
  assert.deepEqual(await countJobs(reading), { waiting: 0, running: 0, dead: 0 })
})

onBothDatabases(
  "mails that take longer than ten seconds leave their slots to others, sixteen of them",
  async (t, kind) => {
    const { app, putSignIn, advance } = await outbox(t, kind)
    const finish = Promise.withResolvers<void>()
    let runs = 0
    const slowMail = async () => {
      runs += 1
      await finish.promise
    }
    let looks = 0
    const now = () => {
      looks += 1
      return app.now()
    }
    const worker = openWorker(
      { ...app, now },
      settling(() => undefined, { "mail-sign-in": slowMail }),
      { pollMs: 5 },
    )
    /** The worker has looked for jobs since. */
    const looked = async () => {
      const before = looks
      await until(async () => looks > before + 200)
    }
    for (let n = 0; n < 25; n += 1) await putSignIn()
    for (const running of [4, 8, 12, 16, 20, 20]) {
      await until(async () => runs >= running)
      await looked()
      assert.equal(runs, running)
      advance(9_999)
      await looked()
      assert.equal(runs, running)
      advance(1)
    }
    finish.resolve()
    await until(async () => runs === 25)
    await worker.drain()
  },
)

onBothDatabases("a clock that steps back an hour prolongs neither a lease nor a wait", async (t, kind) => {
  const { app, another, put, putSignIn, claim, reading, advance } = await outbox(t, kind)
  await put("p1")
  await app.database.transaction((db) => claim({ db, now: app.now })) // the process that took it dies here
  const mailed = Promise.withResolvers<void>()
  const settled: string[] = []
  const handlers = settling((id) => settled.push(id), { "mail-sign-in": async () => mailed.resolve() })
  await putSignIn()
  advance(-3_600_000)

  const other = another()
  const worker = openWorker(other, handlers, { pollMs: 3_600_000 })
  await mailed.promise
  await worker.drain()
  assert.equal((await findDueTimes(reading)).lastLease, app.now() + jobLeaseMs)
  assert.deepEqual(settled, [])
  advance(jobLeaseMs)
  assert.equal(await runDueJobs(other, handlers), 1)
  assert.deepEqual(settled, ["p1"])
})

onPostgres("no more jobs than the limit are claimed with any join of PostgreSQL", async (t) => {
  const { app, put, claim } = await outbox(t, "postgres")
  for (let job = 0; job < 60; job += 1) await put(`purchase_${job}`)
  for (const withoutJoin of ["enable_nestloop", "enable_hashjoin", "enable_mergejoin"]) {
    const claimed = await app.database.transaction(async (db) => {
      for (const way of ["enable_hashagg", "enable_sort", "enable_material", "enable_memoize", withoutJoin]) {
        await sql`select set_config(${way}, 'off', true)`.execute(db)
      }
      if (withoutJoin !== "enable_nestloop") {
        await sql`select set_config('enable_mergejoin', 'off', true), set_config('enable_hashjoin', 'off', true)`.execute(
          db,
        )
      }
      return claim({ db, now: app.now })
    })
    assert.equal(claimed.length, 8, `without ${withoutJoin}`)
  }
})

onBothDatabases("finding and claiming jobs reads only the ends of indexes", async (t, kind) => {
  const { app, claim } = await outbox(t, kind)
  const seen: CompiledQuery[] = []
  await app.database.transaction(async (db) => {
    const transformQuery: KyselyPlugin["transformQuery"] = ({ node }) => {
      seen.push(db.getExecutor().compileQuery(node, { queryId: "seen" }))
      return node
    }
    await claim({ db: db.withPlugin({ transformQuery, transformResult: async ({ result }) => result }), now: app.now })
    const read = { selectNoFrom: db.selectNoFrom.bind(db), getExecutor: () => db.getExecutor() }
    const executeQuery = async (query: CompiledQuery) => {
      seen.push(query)
      return { rows: [] }
    }
    await findDueTimes({ db: { ...read, executeQuery } as unknown as ReadDb, now: app.now })
    assert.equal(seen.length, 2)
    if (kind === "postgres") await db.executeQuery(CompiledQuery.raw("set local enable_seqscan = off"))
    const explain = kind === "sqlite" ? "explain query plan" : "explain"
    for (const query of seen) {
      const plan = await db.executeQuery(CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]))
      assert.doesNotMatch(JSON.stringify(plan.rows), /Seq Scan|SCAN jobs\b(?! USING)|TEMP B-TREE|Sort/)
      assert.match(JSON.stringify(plan.rows), /jobs_lane_due/)
    }
  })
})

onBothDatabases("jobs of a kind that this release does not know stay untouched", async (t, kind) => {
  const { app, put, runDue, reading } = await outbox(t, kind)
  for (const id of ["newer", "known"]) await put(id)
  const asOfNewerRelease = { kind: "settle-everything" }
  await app.database.transaction((db) =>
    db.updateTable("jobs").set(asOfNewerRelease).where("payload", "like", "%newer%").execute(),
  )
  const ran: string[] = []
  assert.equal(await runDue((id) => ran.push(id)), 1)
  assert.deepEqual(ran, ["known"])
  const left = await app.database.read.selectFrom("jobs").select(["kind", "attempts", "lease"]).execute()
  assert.deepEqual(left, [{ kind: "settle-everything", attempts: 0, lease: null }])
  assert.equal((await findDueTimes(reading)).money, null, "a worker does not look for it again and again")
})
