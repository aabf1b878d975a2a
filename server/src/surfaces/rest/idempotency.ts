import { type App, systemContext } from "#access/perform.ts"
import type { Context, Inside } from "#kernel/context.ts"
import { ServiceError } from "#kernel/error.ts"
import { canonicalJson } from "./canonical-json.ts"
import {
  endRun,
  findKey,
  insertKey,
  type KeyRow,
  keyLifetimeMs,
  leaseMs,
  type Run,
  renewKey,
  renewLease,
  sealedAnswers,
  storeAnswer,
  takeKey,
} from "./idempotency-store.ts"

/** What makes two requests the same one. */
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
}

/** What came of running a request. `isFinal` says that a later request with the key may get the same bytes. */
export interface Outcome {
  readonly answer: StoredAnswer
  readonly isFinal: boolean
}

/**
 * Stores an answer in the transaction of the effect that it answers, for the case that the process dies before it has
 * the real one: the effect is then never repeated. Throws when another run has taken over, so that nothing commits.
 */
export type Keep = (cx: Inside, answer: StoredAnswer) => Promise<void>

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
  execute: (requestKey: string, keep: Keep) => Promise<Outcome>,
): Promise<StoredAnswer & { isReplayed: boolean }> {
  const cx = systemContext(app)
  const turn = await takeTurn(cx, idsOf(cx, keyed), fingerprintsOf(cx, keyed))
  if ("stored" in turn) return { ...unseal(cx, turn.id, turn.stored), isReplayed: true }
  const stop = keepAlive(cx, turn)
  const keep: Keep = async (inside, answer) => {
    if (!(await storeAnswer(inside, turn, seal(cx, turn.id, answer)))) throw stillRunning()
  }
  let sealed: string | null = null
  try {
    const { answer, isFinal } = await execute(`${turn.id}.${turn.createdAt}`, keep)
    if (isFinal) sealed = seal(cx, turn.id, answer)
    return { ...answer, isReplayed: false }
  } finally {
    stop()
    await cx.atomically((cx) => endRun(cx, turn, sealed))
  }
}

type Turn = Run | { readonly id: string; readonly stored: string }

/** Gets the turn to run, or the stored answer. Who loses a race for the turn looks again. */
async function takeTurn(cx: Context, ids: Names, fingerprints: Names): Promise<Turn> {
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

/**
 * The sealed answer of a key in its first 24 hours, or null when the request is to run (again). While a run is alive,
 * what is stored is at most what `keep` put there, and the real answer is still to come.
 */
function storedFor(cx: Context, row: KeyRow, fingerprints: Names): string | null {
  if (!fingerprints.includes(row.fingerprint)) throw otherBody()
  if (row.lease_until !== null && row.lease_until > cx.now()) throw stillRunning()
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

/** What a request, or its content, may be called: a MAC under each secret key, the newest first. */
type Names = readonly [string, ...string[]]

function idsOf({ keyring }: Context, { endpointId, pathParameters, principal, key }: Keyed): Names {
  return keyring.macs("idempotency-key", canonicalJson(["request", endpointId, pathParameters, principal, key]))
}

function fingerprintsOf({ keyring }: Context, { versionDate, input }: Keyed): Names {
  return keyring.macs("idempotency-key", canonicalJson(["fingerprint", versionDate, input]))
}

function seal({ keyring }: Context, id: string, { status, body }: StoredAnswer): string {
  return keyring.seal(sealedAnswers.purpose, sealedAnswers.place(id), JSON.stringify({ status, body }))
}

function unseal({ keyring }: Context, id: string, sealed: string): StoredAnswer {
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
