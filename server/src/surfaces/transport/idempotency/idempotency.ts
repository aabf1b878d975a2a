import { setTimeout as sleep } from "node:timers/promises"
import type { Context, Inside, Reading } from "#access/context.ts"
import {
  endRun,
  findKey,
  insertAnswer,
  insertKey,
  type KeyedRun,
  type KeyRow,
  keyLeaseMs,
  keyLifetimeMs,
  renewKey,
  renewLease,
  sealedAnswers,
  takeKey,
} from "#access/idempotency/idempotency-store.ts"
import { type App, systemContext } from "#access/perform.ts"
import { canonicalJson } from "#kernel/canonical-json.ts"
import { DatabaseOutage } from "#kernel/database-outage.ts"
import { conflict, ServiceError } from "#kernel/error.ts"
import { hasEnded } from "#kernel/has-ended.ts"

/** The properties by which two requests are the same one. */
export interface Keyed {
  readonly endpointId: string
  readonly pathParameters: unknown
  /** `anonymous`, the signed-in account, or the connection's grant. */
  readonly principal: string
  readonly key: string
  readonly versionDate: string
  /** Parsed by its schema: without unknown fields, with defaults. */
  readonly input: unknown
}

export interface StoredAnswer {
  readonly status: number
  readonly body: string
  /** The proofs that it added to the buyer cookie. A replay adds them again, since the first response may be lost. */
  readonly keptProofs?: readonly string[]
}

/** The result of an execution. `isFinal`: a later request with the key may get the same bytes. */
export interface RunResult {
  readonly answer: StoredAnswer
  readonly isFinal: boolean
}

/**
 * Requests with one Idempotency-Key run one at a time. For 24 hours, later ones get the final answer byte for byte.
 * `execute` gets the request's name; its errors are not stored. @throws ServiceError 409 for another body or an active
 * run.
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
 * Ends a run. During a database outage this throws, and the end is stored in the background after the outage, within
 * the lease. Otherwise the key would stay taken until the lease ends, and an existing answer would be lost.
 */
async function end(cx: Context, run: KeyedRun, sealed: string | null): Promise<void> {
  const store = () => cx.atomically((cx) => endRun(cx, run, sealed))
  try {
    await store()
  } catch (fault) {
    if (fault instanceof DatabaseOutage) void storeLater(store)
    throw fault
  }
}

/** Retries until the end is stored, or the lease has ended and another run may take over. Never throws. */
async function storeLater(store: () => Promise<void>): Promise<void> {
  const end = performance.now() + keyLeaseMs
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

/** An answer that was stored with its request's effect. `isSame`: that request equals this one. */
export interface KeptAnswer extends StoredAnswer {
  readonly isSame: boolean
}

/** Finds the answer that an effect's transaction stored under this key; undefined without one. */
export async function findKept(cx: Reading & Keys, keyed: Keyed): Promise<KeptAnswer | undefined> {
  const row = await findKey(cx, idsOf(cx, keyed))
  if (!row?.answer || cx.now() - row.created_at > keyLifetimeMs) return undefined
  return { ...unseal(cx, row.id, row.answer), isSame: fingerprintsOf(cx, keyed).includes(row.fingerprint) }
}

/** Runs in the transaction of the effect. False when the key has an answer: the transaction must not commit. */
export async function keepAnswer(cx: Inside & Keys, keyed: Keyed, answer: StoredAnswer): Promise<boolean> {
  const [id] = idsOf(cx, keyed)
  const [fingerprint] = fingerprintsOf(cx, keyed)
  return insertAnswer(cx, { id, fingerprint, answer: seal(cx, id, answer) })
}

type Stored = { readonly id: string; readonly stored: string }

/** Begins the run of a request, or finds its sealed answer. A request that loses the race to begin looks again. */
async function beginRun(cx: Context, ids: Names, fingerprints: Names): Promise<KeyedRun | Stored> {
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

/** The sealed answer of a key in its first 24 hours, or null when the request must run (again). */
function storedFor(cx: Context, row: KeyRow, fingerprints: Names): string | null {
  if (!fingerprints.includes(row.fingerprint)) throw otherBody()
  if (row.lease_until !== null && !hasEnded(cx.now(), row.lease_until, keyLeaseMs)) throw stillRunning()
  return row.answer
}

/** Renews the lease while the run is alive. If the process dies, the lease expires and frees the key. */
function keepAlive(cx: Context, run: KeyedRun): () => void {
  const renewal = setInterval(() => {
    cx.atomically((cx) => renewLease(cx, run)).catch((error: unknown) => {
      cx.log.warn({ error: String(error) }, "The lease of an idempotent request could not be renewed.")
    })
  }, keyLeaseMs / 3).unref()
  return () => clearInterval(renewal)
}

/** The ids of a request, or of its content: a MAC with each secret key, the newest first. */
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
  return JSON.parse(keyring.unseal(sealedAnswers.purpose, sealedAnswers.place(id), sealed)) as StoredAnswer
}

const otherBody = () =>
  conflict("This Idempotency-Key was used for another request.", "Send the same body, or use a new key.")

const stillRunning = () =>
  new ServiceError("conflict", "A request with this Idempotency-Key is still in progress.", {
    hint: "Try again in a second to get its response.",
    retryAfterSeconds: 1,
  })

export const keyRefusals = { otherBody, stillRunning }
