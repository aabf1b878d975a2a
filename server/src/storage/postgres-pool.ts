import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient, types } from "pg"
import { DatabaseOutage } from "#kernel/database-outage.ts"
import { beatMs, Line, type Pulse } from "./postgres-line.ts"

const int8 = 20
/** How long a request waits for a connection, in the queue or while one is made. */
const patienceMs = 4_500
/** One that is not made within this is tried anew: what swallowed it may be gone. */
const attemptMs = 1_500
/** After so many beats of rest a connection is asked whether it still answers before it is used. */
const restBeats = 10

/**
 * What the server does by itself when we are gone, or when our end of the line is: it ends statements and transactions
 * that nobody waits for any more, so that their locks are free. Settings that it does not know are left out.
 */
const session = `select set_config(name, value, false) from (values
  ('statement_timeout', '9000'), ('idle_in_transaction_session_timeout', '15000'), ('tcp_user_timeout', '10000'),
  ('tcp_keepalives_idle', '5'), ('tcp_keepalives_interval', '2'), ('tcp_keepalives_count', '3')
) as wanted(name, value) join pg_settings using (name)`

/** Where it leads, and how many connections there are at the most. */
export interface PoolPlan {
  readonly url: string
  readonly size: number
  /** Hears of connections that break while they are idle. */
  readonly onError: (error: Error) => void
}

/** Connections to PostgreSQL that are given up when they are silent, and never handed out once they are known to be. */
export class PostgresPool {
  readonly #pool: Pool
  readonly #lines = new Map<PoolClient, Line>()
  readonly #pulse: Pulse = { beat: 0 }
  readonly #heart: NodeJS.Timeout

  constructor({ url, size, onError }: PoolPlan) {
    this.#pool = new Pool({
      Client: HastyClient,
      connectionString: url,
      max: size,
      connectionTimeoutMillis: patienceMs,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000, // then a probe a second, ten of them
      onConnect: prepare,
      types: { getTypeParser: (id, format) => (id === int8 ? Number : types.getTypeParser(id, format)) },
    })
    this.#pool.on("error", onError) // a connection that dies while idle would otherwise end the process
    this.#pool.on("connect", (client) => this.#lines.set(client, new Line(client, this.#pulse)))
    this.#pool.on("remove", (client) => this.#lines.delete(client))
    this.#heart = setInterval(() => this.#beat(), beatMs).unref()
  }

  /** Answers a connection that works, as far as one can know. Throws DatabaseOutage when there is none in time. */
  async acquire({ isPatient = false } = {}): Promise<Line> {
    const end = performance.now() + patienceMs
    for (;;) {
      const client = await this.#connect(end)
      const line = this.#lines.get(client)
      if (!line) throw new Error("The pool answered a connection that it had not made.")
      if (await this.#isFit(line)) {
        line.hold(isPatient)
        return line
      }
      this.#discard(line)
    }
  }

  /** Takes a connection back; one that is lost, or leads nowhere, makes room for a new one. */
  release(line: Line): void {
    line.letGo()
    if (line.isUnfit) this.#distrust(Number.POSITIVE_INFINITY) // the others lead to the same place
    if (line.isLost || line.isUnfit) this.#discard(line)
    else line.client.release()
  }

  /** Ends all connections: the idle ones at once, the others when they are given back, or after two seconds. */
  async close(): Promise<void> {
    const late = setTimeout(() => {
      for (const line of this.#lines.values()) line.cut()
    }, 2_000)
    await this.#pool.end()
    clearTimeout(late)
    clearInterval(this.#heart)
  }

  async #connect(end: number): Promise<PoolClient> {
    for (;;) {
      const began = performance.now()
      try {
        return await this.#pool.connect()
      } catch (fault) {
        const now = performance.now()
        if (now < end && now - began > attemptMs - 50) continue // nobody refused it; it came to nothing
        throw new DatabaseOutage("The database is out of reach", fault)
      }
    }
  }

  async #isFit(line: Line): Promise<boolean> {
    if (line.isLost || line.isUnfit) return false
    return this.#pulse.beat - line.heardAt <= restBeats || line.isAlive()
  }

  #discard(line: Line): void {
    line.cut()
    line.client.release(true)
  }

  #beat(): void {
    this.#pulse.beat += 1
    for (const line of this.#lines.values()) {
      if (!line.isLate) continue
      line.cut()
      this.#distrust(line.askedAt ?? -1)
    }
  }

  /** What was not heard from after a beat is replaced before it is used again. */
  #distrust(beat: number): void {
    for (const line of this.#lines.values()) if (line.heardAt <= beat) line.isUnfit = true
  }
}

/** The pool has one patience, for its queue and for each attempt to connect; an attempt gets less. */
class HastyClient extends Client {
  constructor(config?: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: attemptMs })
  }
}

async function prepare(client: ClientBase): Promise<void> {
  const { stream } = (client as Client).connection
  const late = setTimeout(() => stream.destroy(), attemptMs)
  try {
    await client.query(session)
  } finally {
    clearTimeout(late)
  }
}
