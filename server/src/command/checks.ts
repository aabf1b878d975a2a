import { existsSync, statfsSync } from "node:fs"
import { join, resolve } from "node:path"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { newId } from "#kernel/ids.ts"
import { openBlobs } from "#start/adapters.ts"
import { checkClock, checkDatabase, checkMigrations, checkSecretKey } from "./check-database.ts"
import { checkBounces, checkMail } from "./check-mail.ts"
import { checkBaseAddress, checkBus, checkCounters, checkDns, checkPayments } from "./check-peers.ts"
import { broken, type DatabaseGround, type Diagnosis, fine, type Ground, warning } from "./finding.ts"
import { writableFolder } from "./writable-folder.ts"

interface Check<On> {
  readonly remedy: string
  /** Left out, five seconds. */
  readonly mostMs?: number
  run(ground: On): Promise<Diagnosis>
}

/** The checks of `atelier doctor`, besides the settings and Node.js. They leave nothing behind. */
export const checks: Readonly<Record<string, Check<Ground>>> = {
  disk: {
    remedy:
      "Give the service's user a data folder that it can write to, with free space, or name one with SVC_DATA_DIR.",
    run: checkDisk,
  },
  blobs: {
    remedy: "Check the folder, or the address, key and bucket, in SVC_BLOBS_URL.",
    run: checkBlobs,
  },
  counters: {
    remedy: "Check that Redis runs at the address in SVC_COUNTERS_URL. Until then each process counts by itself.",
    run: checkCounters,
  },
  bus: {
    remedy: "Check that Redis runs, or that SVC_DATABASE_DIRECT_URL names PostgreSQL itself and no pooler.",
    run: checkBus,
  },
  mail: {
    remedy: "Check the server, user and password in SVC_MAIL_URL.",
    mostMs: 30_000,
    run: checkMail,
  },
  bounces: {
    remedy: "Check the server, user, password and folder in SVC_MAIL_BOUNCES_URL.",
    mostMs: 30_000,
    run: checkBounces,
  },
  payments: {
    remedy: "Check the three SVC_STRIPE_… keys and the account at Stripe (docs/payments.md).",
    run: checkPayments,
  },
  dns: {
    mostMs: 9_000,
    remedy: "Name servers that answer with SVC_DNS_SERVERS. Without one, no domain of a workspace can be verified.",
    run: checkDns,
  },
  address: {
    remedy: "Start the service, and point SVC_BASE_URL's host and its proxy to it (docs/operations/edge.md).",
    run: checkBaseAddress,
  },
}

/** The checks of a database that opens. */
export const databaseChecks: Readonly<Record<string, Check<DatabaseGround>>> = {
  database: {
    remedy: "Check SVC_DATABASE_URL, and that its role or user may write.",
    run: checkDatabase,
  },
  migrations: {
    remedy: "Run `atelier upgrade --backup <folder>`.",
    run: checkMigrations,
  },
  key: {
    remedy: "Set SVC_SECRET_KEY to the key of this data, or to a new one with that key behind it (new,old).",
    run: checkSecretKey,
  },
  clock: {
    remedy: "Synchronise the clock of this machine with NTP. Signatures and codes depend on it.",
    run: checkClock,
  },
}

const gigabyte = 1024 ** 3
const leastFree = 0.1 * gigabyte

async function checkDisk({ settings: { dataDir } }: Ground): Promise<Diagnosis> {
  const folder = await writableFolder(dataDir)
  const { bavail, bsize } = statfsSync(folder)
  const freeBytes = bavail * bsize
  const says = `${(freeBytes / gigabyte).toFixed(1)} GB are free at ${resolve(dataDir)}.`
  if (freeBytes < leastFree) return broken(says)
  return freeBytes < gigabyte ? warning(says) : fine(says)
}

async function checkBlobs({ settings: { blobsUrl } }: Ground): Promise<Diagnosis> {
  if (blobsUrl.startsWith("file:")) {
    const folder = blobsUrl.slice("file:".length)
    await writableFolder(folder)
    if (!existsSync(join(folder, ".unfinished"))) return fine("The folder of the files is made at the first start.")
  }
  const blobs = await openBlobs(blobsUrl)
  const key = newId("doctor")
  const bytes = Buffer.from(key)
  try {
    await blobs.write(key, Readable.from([bytes]), bytes.length)
    if (!bytes.equals(await buffer(await blobs.read(key)))) return broken("The store returned other bytes than it got.")
  } finally {
    await blobs.remove(key)
  }
  return fine("A file was written, read and removed.")
}
