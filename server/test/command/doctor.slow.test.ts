import assert from "node:assert/strict"
import { once } from "node:events"
import { readdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { createServer as createTcpServer } from "node:net"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { sql } from "kysely"
import { examine } from "#command/examine.ts"
import { readSettings } from "#config/settings.ts"
import { objectIn, runInProcess } from "#test/support/command/run-in-process.ts"
import { dumpOf } from "#test/support/databases/dump.ts"
import { redisServer } from "#test/support/databases/redis-server.ts"
import { onBothDatabases, onSqlite, temporaryFolder } from "#test/support/databases/test-databases.ts"
import { listen } from "#test/support/http/listen.ts"
import { stripeKeys } from "#test/support/selling/stripe-account.ts"
import { dnsServer } from "#test/support/stand-ins/dns-server.ts"
import { s3Server } from "#test/support/stand-ins/s3-server.ts"
import { smtpServer } from "#test/support/stand-ins/smtp-server.ts"
import { openStripeStandIn } from "#test/support/stand-ins/stripe/stripe-stand-in.ts"
import { newPlace, openAt, type Place } from "#test/support/worlds/backup-world.ts"
import { worldSecret } from "#test/support/worlds/world.ts"

interface Row {
  check: string
  state: string
  says: string
  remedy?: string
}

/** Examines an installation. Returns the exit code, and the rows by check. Each that is not fine has a remedy. */
async function examined(environment: Place) {
  const printed = await runInProcess(["doctor", "--json"], environment)
  const { checks } = objectIn(printed) as unknown as { checks: Row[] }
  for (const { check, state, remedy } of checks)
    assert.equal(remedy === undefined, ["fine", "untried"].includes(state), check)
  assert.doesNotMatch(printed.out, /whsec_|sk_live_|S3RVER|a secret of/)
  return { exit: printed.exit, rows: Object.fromEntries(checks.map((row) => [row.check, row])), err: printed.err }
}

const statesOf = (rows: Record<string, Row>) => Object.fromEntries(Object.values(rows).map(({ check, state }) => [check, state])) // biome-ignore format: one thought

const stripeSettings = (paymentsUrl: string) => ({
  SVC_PAYMENTS_URL: paymentsUrl,
  SVC_SELLING: "installation:workspace_1",
  SVC_STRIPE_SECRET_KEY: stripeKeys.stripeSecretKey,
  SVC_STRIPE_PUBLISHABLE_KEY: stripeKeys.stripePublishableKey,
  SVC_STRIPE_WEBHOOK_SECRET: stripeKeys.stripeWebhookSecret,
})

/** An address where connections are accepted, and nothing is ever answered. */
async function silentAddress(t: TestContext): Promise<string> {
  const sockets = new Set<{ destroy(): void }>()
  const server = createTcpServer((socket) => sockets.add(socket.on("error", () => {}))).listen(0, "127.0.0.1")
  await once(server, "listening")
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `127.0.0.1:${(server.address() as { port: number }).port}`
}

onSqlite("doctor names each broken peer, and what to do, within ten seconds", async (t) => {
  const folder = temporaryFolder(t)
  const [dataDir, damaged] = [join(folder, "file"), join(folder, "damaged.db")]
  writeFileSync(dataDir, "")
  writeFileSync(damaged, "This is no database. ".repeat(100))
  const standIn = await openStripeStandIn(t)
  standIn.addAccount({ secretKey: stripeKeys.stripeSecretKey, webhookSecret: stripeKeys.stripeWebhookSecret })
  standIn.revoke(stripeKeys.stripeSecretKey)
  const dns = await dnsServer(t)
  dns.answer("TXT", "example.com", "silence")
  const other = createServer((_request, response) => response.end("another program"))
  const smtp = await smtpServer(t, { onAuth: (_auth, _session, done) => done(new Error("no such user")) })
  const silent = await silentAddress(t)
  const began = performance.now()

  const { exit, rows, err } = await examined({
    SVC_BASE_URL: `http://127.0.0.1:${await listen(t, other)}`,
    SVC_DATA_DIR: dataDir,
    SVC_DATABASE_URL: `sqlite:${damaged}`,
    SVC_BLOBS_URL: `s3://key:secret@${silent}/files?region=eu-central-1&tls=off`,
    SVC_COUNTERS_URL: `redis://${silent}`,
    SVC_MAIL_URL: smtp.url.replace("//", "//user:password@"),
    SVC_DNS_SERVERS: dns.address,
    ...stripeSettings(standIn.url),
  })

  assert.ok(performance.now() - began < 10_000)
  assert.equal(exit, 1)
  assert.deepEqual(statesOf(rows), {
    ...{ settings: "fine", node: "fine", database: "broken", migrations: "untried", key: "untried", clock: "untried" },
    ...{ disk: "broken", blobs: "broken", counters: "broken", bus: "broken", mail: "broken", payments: "broken" },
    bounces: "fine",
    ...{ dns: "warning", address: "broken" },
  })
  assert.match(rows.database?.says ?? "", /not a database/)
  assert.match(rows.disk?.says ?? "", /is not a folder/)
  assert.match(rows.blobs?.says ?? "", /within 5 seconds/)
  assert.match(rows.mail?.says ?? "", /refuses the user or the password/)
  assert.match(rows.payments?.says ?? "", /Stripe refuses the secret key/)
  assert.match(rows.address?.says ?? "", /Something else answers/)
  for (const { remedy = "" } of Object.values(rows)) assert.ok(err.includes(remedy))
})

test("doctor names wrong settings first, an old Node.js, and broken names of production", async (t) => {
  const wrong = await examined({ SVC_POTR: "1" })
  assert.equal(wrong.exit, 1)
  assert.match(wrong.rows.settings?.says ?? "", /SVC_POTR is not a setting/)
  const { settings: _, node, ...others } = statesOf(wrong.rows)
  assert.deepEqual([node, ...new Set(Object.values(others))], ["fine", "untried"])

  const settings = () => readSettings({ SVC_POTR: "1" })
  const asked = {
    argument: undefined,
    options: {},
    environment: {},
    stop: new AbortController().signal,
    say() {},
    settings,
  }
  const { text } = await examine(asked, "22.1.0")
  assert.match(text, /^broken +node +Node\.js 22\.1\.0 runs this\.\n +→ Install Node\.js 24 or newer\.$/m)

  const dns = await dnsServer(t)
  dns.answer("TXT", "atelier.invalid", "REFUSED")
  const { rows } = await examined({
    SVC_BASE_URL: "https://atelier.invalid",
    SVC_SHORT_URL: "https://go.atelier.invalid",
    SVC_DATA_DIR: temporaryFolder(t),
    SVC_SECRET_KEY: worldSecret,
    SVC_MAIL_URL: "smtp://127.0.0.1:1",
    SVC_MAIL_FROM: "studio@atelier.invalid",
    SVC_DNS_SERVERS: dns.address,
    SVC_PAYMENTS_URL: "stripe:",
    SVC_SELLING: "own",
  })
  const { dns: ofDns, address, mail, settings: ofSettings, payments } = statesOf(rows)
  assert.deepEqual([ofDns, address, mail, ofSettings, payments], ["broken", "broken", "broken", "warning", "fine"])
})

onBothDatabases("doctor names a foreign key, a wrong clock, and missing or newer migrations", async (t, kind) => {
  const place = await newPlace(t, kind)
  const { rows: empty } = await examined({ ...place, SVC_SECRET_KEY: worldSecret })
  assert.equal(empty.migrations?.state, "fine")
  const { rows: never } = await examined({ ...place, SVC_MIGRATE: "never" })
  assert.equal(never.migrations?.state, kind === "sqlite" ? "fine" : "broken")

  const { database } = await openAt(t, place)
  await database.transaction(async (db) => {
    await db.insertInto("secret_keys").values({ id: "another", created_at: 1 }).execute()
    const made_at = Date.now() + 3_600_000
    await db.insertInto("commits").values({ id: "other process", made_at, abandoned_at: null }).execute()
  })
  const { rows } = await examined({ ...place, SVC_SECRET_KEY: worldSecret })
  assert.match(rows.key?.says ?? "", /not the one that this database was made with/)
  if (kind === "sqlite") assert.match(rows.clock?.says ?? "", /3600 seconds behind/)
  else assert.equal(rows.clock?.state, "fine")

  await database.transaction(async (db) => {
    await sql`insert into migrations (name, breaks_below) values ('0990-later', 990)`.execute(db)
  })
  assert.match((await examined(place)).rows.migrations?.says ?? "", /A newer version changed the database/)
})

onBothDatabases("doctor reports no fault of a sound installation, and leaves nothing behind", async (t, kind) => {
  const redis = await redisServer(t)
  await redis.start()
  const standIn = await openStripeStandIn(t)
  standIn.addAccount({ secretKey: stripeKeys.stripeSecretKey, webhookSecret: stripeKeys.stripeWebhookSecret })
  const smtp = await smtpServer(t)
  const s3 = await s3Server(t)
  const service = createServer((_request, response) => response.end('{"status":"ok"}'))
  const place: Place = {
    ...(await newPlace(t, kind)),
    SVC_BASE_URL: `http://127.0.0.1:${await listen(t, service)}`,
    SVC_COUNTERS_URL: redis.url,
    SVC_DNS_SERVERS: (await dnsServer(t)).address,
    SVC_MAIL_URL: smtp.url,
    SVC_BLOBS_URL: s3.url,
    ...stripeSettings(standIn.url),
  }
  const { database } = await openAt(t, place)
  if (kind === "postgres") {
    for (let run = 0; run < 2; run += 1) {
      const { state, says } = (await examined(place)).rows.database ?? {}
      assert.equal(state, "warning", "doctor sets no time limits")
      assert.match(String(says), /have no time limits/)
    }
  }
  await database.prepareServer(1)
  const files = () => readdirSync(String(place.SVC_DATA_DIR), { recursive: true }).sort()
  const before = { rows: await dumpOf(database, /^$/), files: files(), blobs: s3.files() }

  const { exit, rows } = await examined(place)

  assert.deepEqual(Object.values(rows).filter(({ state }) => state !== "fine"), []) // biome-ignore format: one thought
  assert.equal(exit, 0)
  assert.deepEqual({ rows: await dumpOf(database, /^$/), files: files(), blobs: s3.files() }, before)
  assert.deepEqual(smtp.deliveries, [])
  assert.ok(standIn.requests.every(({ method, path }) => method === "GET" || path.endsWith("/cs_none/expire")))
})
