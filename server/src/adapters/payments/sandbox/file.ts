import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import { switchToWal } from "#kernel/sqlite-wal.ts"

const tables = `
  create table if not exists sessions (
    id text primary key, account text not null, reference text not null, offer_id text not null,
    amount_cents integer not null, currency text not null, title text not null, buyer_email text not null,
    return_url text not null, expires_at integer not null, created_at integer not null,
    status text not null, payment text not null, card text, payment_id text unique,
    settles_at integer, dispute text, gift_code_id text, gift_cents integer, paid_at integer
  ) strict;
  create index if not exists sessions_open on sessions (expires_at) where status = 'open';
  create index if not exists sessions_pending on sessions (settles_at) where settles_at is not null;
  create table if not exists refunds (
    id text primary key, payment_id text not null, amount_cents integer not null, status text not null,
    settles_at integer, created_at integer not null
  ) strict;
  create index if not exists refunds_payment on refunds (payment_id);
  create index if not exists refunds_pending on refunds (settles_at) where settles_at is not null;
  create table if not exists disputes (
    id text primary key, payment_id text not null, state text not null, amount_cents integer not null,
    currency text not null, due_by integer, created_at integer not null
  ) strict;
  create index if not exists disputes_payment on disputes (payment_id);
  create table if not exists events (
    id text primary key, account text not null, type text not null, data text not null, created_at integer not null
  ) strict;
  create index if not exists events_account on events (account, created_at);
  create table if not exists requests (
    account text not null, key text not null, fingerprint text not null, answer text, created_at integer not null,
    primary key (account, key)
  ) strict;
  create index if not exists requests_age on requests (created_at);
  create index if not exists sessions_reference on sessions (reference);
  create table if not exists webhooks (
    id integer primary key autoincrement, place real not null, account text not null, event_id text not null,
    type text not null, body text not null, signing text not null, held integer not null, due_at integer not null,
    attempts integer not null, created_at integer not null
  ) strict;
  create table if not exists hooks (
    account text primary key, id text not null, url text not null, secret text not null
  ) strict;
  create table if not exists faults (
    id integer primary key autoincrement, operation text not null, kind text not null, after integer not null,
    times integer not null, ms integer not null, count integer not null
  ) strict;
`

/** A file that an older version made has only the last state of each checkout session's dispute. */
const olderDisputes = `
  insert into disputes select 'dp_' || id, payment_id, dispute, amount_cents, currency, null, created_at from sessions
  where dispute is not null and not exists (select 1 from disputes where disputes.payment_id = sessions.payment_id)
`

/** Durable and separate from ours, so that a server's crash between the two is the same as with a real processor. */
export class SandboxFile {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true })
    this.#db = new DatabaseSync(path, { timeout: 5_000 })
    switchToWal(this.#db)
    this.#db.exec("pragma synchronous = full")
    this.#db.exec(tables)
    this.#addColumns("sessions", { gift_code_id: "text", gift_cents: "integer", paid_at: "integer" })
    this.#db.exec(olderDisputes)
  }

  rows<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[]
  }

  row<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.#prepare(sql).run(...values)
  }

  insert<Row extends { [Column in keyof Row]: SQLInputValue }>(table: string, row: Row): void {
    const columns = Object.keys(row)
    const places = columns.map(() => "?")
    this.run(`insert into ${table} (${columns}) values (${places})`, ...Object.values<SQLInputValue>(row))
  }

  atomically<Result>(work: () => Result): Result {
    this.#db.exec("begin immediate")
    try {
      const result = work()
      this.#db.exec("commit")
      return result
    } catch (error) {
      this.#db.exec("rollback")
      throw error
    }
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close()
  }

  /** Brings a file that an older version made up to date. */
  #addColumns(table: string, columns: Record<string, string>): void {
    const known = new Set(this.rows<{ name: string }>(`pragma table_info(${table})`).map(({ name }) => name))
    for (const [name, type] of Object.entries(columns)) {
      if (!known.has(name)) this.#db.exec(`alter table ${table} add column ${name} ${type}`)
    }
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#db.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}
