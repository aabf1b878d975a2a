import { setTimeout as sleep } from "node:timers/promises"
import type { Context, Inside, Reading } from "#access/context.ts"
import {
  endRun,
  findKey,
  insertAnswer,
  insertKey,
  type KeyRow,
  keyLifetimeMs,
  leaseMs,
  type Run,
  renewKey,
  renewLease,
  sealedAnswers,
  takeKey,
} from "#access/idempotency/idempotency-store.ts"
import { type App, systemContext } from "#access/perform.ts"
import { canonicalJson } from "#kernel/canonical-json.ts"
import { DatabaseOutage } from "#kernel/database-outage.ts"
import { ServiceError } from "#kernel/error.ts"
import { hasEnded } from "#kernel/has-ended.ts"

/** The things that make two requests the same one. */
export interface Keyed {
  /** The endpoint, or the tool. */
  readonly endpointId: string
  readonly pathParameters: unknown
  /** `anonymous`, the account that is signed in, or the grant of the connection. */
  readonly principal: string
  readonly key: string
  readonly versionDate: string
  /** After its schema: unknown fields are gone, defaults are there. */
  readonly input: unknown
}

/** A final answer as it was first sent. */
export interface StoredAnswer {
  readonly status: number
  readonly body: string
  /** The proofs that it put into the buyer cookie. A replay does so again: the first may never have arrived. */
  readonly keptProofs?: readonly string[]
}

/** The result of running a request. `isFinal` says that a later request with the key may get the same bytes. */
export interface RunResult {
  readonly answer: StoredAnswer
  readonly isFinal: boolean
}

/**
 * Runs requests that carry the same Idempotency-Key one at a time, and once there is a final answer gives it, byte for
 * byte, to every later one, for 24 hours.
 *
 * `execute` gets the name of the request, which stays the same over all retries. What it throws is not stored.
 *
 * @throws ServiceError 409 when the key came with another body before, or is being worked on; and what `execute` throws.
 */
export async function runOnce(
  app: App,
  keyed: Keyed,
  execute: (requestKey: string) => Promise<RunResult>,
): Promise<StoredAnswer & { isReplayed: boolean }> {
  const cx = systemContext(app)
  const begun = await beginRun(cx, idsOf(cx, keyed), fingerprintsOf(cx, keyed))
  if ("stored" in begun) return { ...unseal(cx, begun.id, begun.stored), isReplayed: true }
  const stop = keepAlive(cx, begun)
  let sealed: string | null = null
  try {
    const { answer, isFinal } = await execute(`${begun.id}.${begun.createdAt}`)
    if (isFinal) sealed = seal(cx, begun.id, answer)
    return { ...answer, isReplayed: false }
  } finally {
    stop()
    await end(cx, begun, sealed)
  }
}

/**
 * Ends a run. When the database is away this throws, and the end is stored in the background once it is back, as long
 * as the lease lives: else the key would stay taken until then, and an answer that exists would be lost.
 */
async function end(cx: Context, run: Run, sealed: string | null): Promise<void> {
  const store = () => cx.atomically((cx) => endRun(cx, run, sealed))
  try {
    await store()
  } catch (fault) {
    if (fault instanceof DatabaseOutage) void storeLater(store)
    throw fault
  }
}

/** Tries until the end is stored or the lease has ended, when another run takes over. Never throws. */
async function storeLater(store: () => Promise<void>): Promise<void> {
  const end = performance.now() + leaseMs
  do {
    await sleep(endAgainMs, undefined, { ref: false })
    const isStored = await store().then(
      () => true,
      () => false,
    )
    if (isStored) return
  } while (performance.now() < end)
}

const endAgainMs = 100

/** An answer that was kept with the effect of its request. `isSame`: that request was the same as this one. */
export interface Kept extends StoredAnswer {
  readonly isSame: boolean
}

/** Finds the answer that the transaction of the effect kept under this key; undefined when there is none. */
export async function findKept(cx: Reading & Keys, keyed: Keyed): Promise<Kept | undefined> {
  const row = await findKey(cx, idsOf(cx, keyed))
  if (!row?.answer || cx.now() - row.created_at > keyLifetimeMs) return undefined
  return { ...unseal(cx, row.id, row.answer), isSame: fingerprintsOf(cx, keyed).includes(row.fingerprint) }
}

/**
 * Keeps an answer in the transaction of its effect: both are there, or neither. False when an answer with this key is
 * kept already; then the transaction must not commit.
 */
export async function keepAnswer(cx: Inside & Keys, keyed: Keyed, answer: StoredAnswer): Promise<boolean> {
  const [id] = idsOf(cx, keyed)
  const [fingerprint] = fingerprintsOf(cx, keyed)
  return insertAnswer(cx, { id, fingerprint, answer: seal(cx, id, answer) })
}

type Stored = { readonly id: string; readonly stored: string }

/** Begins the run of a request, or finds its sealed answer. A request that loses the race to begin looks again. */
async function beginRun(cx: Context, ids: Names, fingerprints: Names): Promise<Run | Stored> {
  const [fingerprint] = fingerprints
  for (let tries = 0; tries < 5; tries += 1) {
    const row = await findKey(cx, ids)
    const isExpired = row !== undefined && cx.now() - row.created_at > keyLifetimeMs
    if (row && !isExpired) {
      const stored = storedFor(cx, row, fingerprints)
      if (stored !== null) return { id: row.id, stored }
    }
    const run = await cx.atomically((cx) => {
      if (!row) return insertKey(cx, ids[0], fingerprint)
      return isExpired ? renewKey(cx, row, fingerprint) : takeKey(cx, row)
    })
    if (run) return run
  }
  throw stillRunning()
}

/** The sealed answer of a key in its first 24 hours, or null when the request is to run (again). */
function storedFor(cx: Context, row: KeyRow, fingerprints: Names): string | null {
  if (!fingerprints.includes(row.fingerprint)) throw otherBody()
  if (row.lease_until !== null && !hasEnded(cx.now(), row.lease_until, leaseMs)) throw stillRunning()
  return row.answer
}

/** Renews the lease while the run is alive; a run that dies with its process frees the key when the lease ends. */
function keepAlive(cx: Context, run: Run): () => void {
  const renewal = setInterval(() => {
    cx.atomically((cx) => renewLease(cx, run)).catch((error: unknown) => {
      cx.log.warn({ error: String(error) }, "The lease of an idempotent request could not be renewed.")
    })
  }, leaseMs / 3).unref()
  return () => clearInterval(renewal)
}

/** The names that a request, or its content, may be stored under: a MAC with each secret key, the newest first. */
type Names = readonly [string, ...string[]]

type Keys = Pick<Context, "keyring">

function idsOf({ keyring }: Keys, { endpointId, pathParameters, principal, key }: Keyed): Names {
  return keyring.macs("idempotency-key", canonicalJson(["request", endpointId, pathParameters, principal, key]))
}

function fingerprintsOf({ keyring }: Keys, { versionDate, input }: Keyed): Names {
  return keyring.macs("idempotency-key", canonicalJson(["fingerprint", versionDate, input]))
}

function seal({ keyring }: Keys, id: string, { status, body, keptProofs }: StoredAnswer): string {
  return keyring.seal(sealedAnswers.purpose, sealedAnswers.place(id), JSON.stringify({ status, body, keptProofs }))
}

function unseal({ keyring }: Keys, id: string, sealed: string): StoredAnswer {
  return JSON.parse(keyring.open(sealedAnswers.purpose, sealedAnswers.place(id), sealed)) as StoredAnswer
}

const otherBody = () =>
  new ServiceError("conflict", "This Idempotency-Key came with another request before.", {
    hint: "Send the same body with it, or use a new key for a new operation.",
  })

const stillRunning = () =>
  new ServiceError("conflict", "A request with this Idempotency-Key is still being worked on.", {
    hint: "Send it again in a second; it gets the answer of the first one.",
    retryAfterSeconds: 1,
  })

/** Why a key is refused. */
export const keyRefusals = { otherBody, stillRunning }
