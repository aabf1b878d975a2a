import { type Client, type Connection, DatabaseError, Query, type QueryResult } from "pg"
import { DatabaseOutage } from "#kernel/database-outage.ts"
import { recordSince, startTiming } from "#measure/measure.ts"

/** Counts half-seconds in which this process ran, so that its own pause does not look like a silent server. */
export interface Pulse {
  beat: number
}

export const pulseMs = 500

/** Beats without a response after which a connection is dead: the server ends a statement after 9 s. */
const answerBeats = 20
const holdBeats = 60
const checkBeats = 3

const kinds = new Map(["select", "insert", "update", "delete"].map((kind) => [kind.toUpperCase(), kind]))

export class PostgresLine {
  readonly client: Client
  readonly #pulse: Pulse
  /** The beat of the last response. */
  heardAt: number
  /** The beat at which the running query was sent. */
  askedAt: number | undefined
  #patience = answerBeats
  #heldSince: number | undefined
  #isPatient = false
  isLost = false
  /** This process closed it, because it was silent for too long. */
  wasCut = false
  /** It must not be used again: its server is read-only, or it is probably as silent as another one was. */
  isUnfit = false

  constructor(client: Client, pulse: Pulse) {
    this.client = client
    this.#pulse = pulse
    this.heardAt = pulse.beat
    client.on("error", () => {
      this.isLost = true
    })
  }

  /**
   * Sends one query. The first one of a transaction begins it. Throws the server's refusal unchanged, or DatabaseOutage
   * when the server cannot work.
   */
  async query(sql: string, parameters?: readonly unknown[], { isFirst = false } = {}): Promise<QueryResult> {
    this.askedAt = this.#pulse.beat
    const began = startTiming()
    let kind = "failed"
    try {
      const answer = isFirst
        ? await queryAfterBegin(this.client, sql, parameters ?? [])
        : await this.client.query(sql, parameters as unknown[])
      this.heardAt = this.#pulse.beat
      kind = kinds.get(answer.command) ?? "other"
      return answer
    } catch (fault) {
      if (isAnswer(fault) && !isIncapacity(fault)) {
        kind = "refused"
        throw fault
      }
      if (!isAnswer(fault)) this.isLost = true
      else if (mayOnlyRead(fault)) this.isUnfit = true
      const what = this.isLost ? "The connection to the database was lost" : "The database cannot do its work"
      throw new DatabaseOutage(what, fault, { mayRunAgain: this.isLost && !this.wasCut })
    } finally {
      this.askedAt = undefined
      recordSince("db_statement_seconds", began, kind)
    }
  }

  /** Whether the server responds within two seconds. */
  async isAlive(): Promise<boolean> {
    this.#patience = checkBeats
    try {
      await this.query("select 1")
      return true
    } catch {
      return false
    } finally {
      this.#patience = answerBeats
    }
  }

  /** Marks the connection as used until `letGo`. With `isPatient` there are no deadlines. */
  hold(isPatient: boolean): void {
    this.#heldSince = this.#pulse.beat
    this.#isPatient = isPatient
  }

  letGo(): void {
    this.#heldSince = undefined
  }

  /** Whether the connection has been silent, or in use, for longer than any deadline allows. */
  get isLate(): boolean {
    if (this.#isPatient && this.#heldSince !== undefined) return false
    const { beat } = this.#pulse
    if (this.askedAt !== undefined && beat - this.askedAt > this.#patience) return true
    return this.#heldSince !== undefined && beat - this.#heldSince > holdBeats
  }

  /** Destroys the socket without an orderly end. Running queries fail at once. */
  cut(): void {
    this.wasCut = true
    this.isLost = true
    this.client.connection.stream.destroy()
  }
}

/** Codes with which the server ends the session: it shuts down, restarts, or has waited too long for this client. */
const endings = /^(57P0[1-5]|25P03|25P04|08...)$/
/** Codes of a live server that cannot work: no disk, no memory, too many sessions, a disk fault, a timeout. */
const incapacities = /^(53...|58...|25006|57014)$/

/** Whether a fault is the server's response to a query. Any other fault is a lost connection. */
function isAnswer(fault: unknown): fault is DatabaseError {
  return fault instanceof DatabaseError && !endings.test(fault.code ?? "")
}

function isIncapacity({ code = "" }: DatabaseError): boolean {
  return incapacities.test(code)
}

/** Whether the server is a replica or read-only. The same address may lead to another server by now. */
function mayOnlyRead({ code }: DatabaseError): boolean {
  return code === "25006"
}

const begin = { name: "", text: "begin", types: [] }

/**
 * Begins a transaction and runs its first statement in one round trip. Both are sent before one Sync, so the server
 * skips the statement if it cannot begin.
 */
function queryAfterBegin(client: Client, sql: string, parameters: readonly unknown[]): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new Query({ text: sql, values: [...parameters] })
    const submit = query.submit.bind(query)
    query.submit = (connection: Connection) => {
      connection.stream.cork()
      connection.parse(begin, true)
      connection.bind({}, true)
      connection.execute({}, true)
      const fault = submit(connection)
      connection.stream.uncork()
      return fault
    }
    const settle = (fault: Error | null, results: QueryResult[]) => (fault ? reject(fault) : resolve(lastOf(results)))
    client.query(Object.assign(query, { queryMode: "extended", callback: settle }))
  })
}

/** The first result is that of `begin`. */
const lastOf = (results: QueryResult[]) => results.at(-1) as QueryResult
