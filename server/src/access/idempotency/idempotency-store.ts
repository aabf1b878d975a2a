import { dayMs } from "#kernel/time/units.ts"
import type { Schema } from "#storage/schema.ts"
import { sealedColumn } from "#storage/sealed-column.ts"
import type { Inside, Reading } from "../context.ts"
import { retainBy } from "../retention-store.ts"

export type KeyRow = Schema["idempotency_keys"]

/** How long an answer is kept and a key means the same request, from its first use. */
export const keyLifetimeMs = dayMs
/** A run's lease. A live run renews it; another request takes over once it has expired. */
export const keyLeaseMs = 6_000

export const sealedAnswers = sealedColumn({
  table: "idempotency_keys",
  field: "answer",
  column: "answer",
  purpose: "idempotent-answer",
})

/** One execution of the request that holds a key. */
export interface KeyedRun {
  readonly id: string
  readonly run: number
  /** When the key was first used. With the id, it identifies the request forever. */
  readonly createdAt: number
}

export async function findKey(cx: Reading, ids: readonly string[]): Promise<KeyRow | undefined> {
  return cx.db.selectFrom("idempotency_keys").selectAll().where("id", "in", ids).executeTakeFirst()
}

/** Starts the first run of a key. Undefined when another request was faster. */
export async function insertKey(cx: Inside, id: string, fingerprint: string): Promise<KeyedRun | undefined> {
  const now = cx.now()
  const rows = await cx.db
    .insertInto("idempotency_keys")
    .values({ id, fingerprint, lease_until: now + keyLeaseMs, run: 1, answer: null, created_at: now })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .execute()
  return rows.length > 0 ? { id, run: 1, createdAt: now } : undefined
}

/** Makes an expired key a new request. Undefined when another request was faster. */
export async function renewKey(cx: Inside, row: KeyRow, fingerprint: string): Promise<KeyedRun | undefined> {
  return takeKey(cx, row, { fingerprint, answer: null, created_at: cx.now() })
}

/** Starts the next run of a key without a running one. Undefined when another request was faster. */
export async function takeKey(cx: Inside, row: KeyRow, renewed: Partial<KeyRow> = {}): Promise<KeyedRun | undefined> {
  const [started] = await cx.db
    .updateTable("idempotency_keys")
    .set({ ...renewed, lease_until: cx.now() + keyLeaseMs, run: row.run + 1 })
    .where("id", "=", row.id)
    .where("run", "=", row.run)
    .returning(["id", "run", "created_at"])
    .execute()
  return started && { id: started.id, run: started.run, createdAt: started.created_at }
}

/** Renews a run's lease. A late renewal does not reopen a run that has ended. */
export async function renewLease(cx: Inside, run: KeyedRun): Promise<void> {
  await ofRun(cx, run)
    .set({ lease_until: cx.now() + keyLeaseMs })
    .where("lease_until", "is not", null)
    .execute()
}

/** Stores the sealed answer of a request without runs. False when an unexpired one exists. */
export async function insertAnswer(cx: Inside, row: Pick<KeyRow, "id" | "fingerprint"> & { answer: string }) {
  const now = cx.now()
  const values = { ...row, lease_until: null, run: 1, created_at: now }
  const rows = await cx.db
    .insertInto("idempotency_keys")
    .values(values)
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet(values)
        .where("idempotency_keys.created_at", "<", now - keyLifetimeMs),
    )
    .returning("id")
    .execute()
  return rows.length > 0
}

/** Ends a run with its sealed final answer. Without one, the next request runs again. */
export async function endRun(cx: Inside, run: Pick<KeyedRun, "id" | "run">, answer: string | null): Promise<void> {
  await ofRun(cx, run)
    .set(answer === null ? { lease_until: null } : { lease_until: null, answer })
    .execute()
}

/** Only the run that holds the key may change it. A run that lost its lease changes nothing. */
const ofRun = ({ db }: Inside, { id, run }: Pick<KeyedRun, "id" | "run">) =>
  db.updateTable("idempotency_keys").where("id", "=", id).where("run", "=", run)

async function removeOld(cx: Inside, until: number, limit: number): Promise<number> {
  const now = cx.now()
  const old = cx.db
    .selectFrom("idempotency_keys")
    .select("id")
    .where("created_at", "<=", until)
    .where((where) => where.or([where("lease_until", "is", null), where("lease_until", "<", now)]))
    .orderBy("created_at")
    .limit(limit)
  const rows = await cx.db.deleteFrom("idempotency_keys").where("id", "in", old).returning("id").execute()
  return rows.length
}

export const idempotencyRetention = [
  retainBy({ table: "idempotency_keys", time: "created_at" }, removeOld, { ms: keyLifetimeMs }),
]
