import type { Client, QueryResult } from "pg"
import { DatabaseOutage } from "#kernel/database-outage.ts"
import { recordSince, startTiming } from "#measure/measure.ts"
import { isAnswer, isIncapacity, mayOnlyRead } from "./faults.ts"
import { queryAfterBegin } from "./query-after-begin.ts"

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
