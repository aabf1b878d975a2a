import type { Client, QueryResult } from "pg"
import { DatabaseOutage } from "#kernel/database-outage.ts"
import { isAnswer, isIncapacity, mayOnlyRead } from "./postgres-faults.ts"

/**
 * The clock of the deadlines: it counts half-seconds in which this process was awake. One that was held up for long,
 * and reads all at once what has arrived meanwhile, does not take the others for silent.
 */
export interface Pulse {
  beat: number
}

export const beatMs = 500

/** In beats. The server gives a statement up at 9 s by itself; what has not answered then is gone. */
const answerBeats = 20
const holdBeats = 60
const checkBeats = 3

/** One connection of a pool, and the deadlines on what it is asked. */
export class Line {
  readonly client: Client
  readonly #pulse: Pulse
  /** The beat of the last answer. */
  heardAt: number
  /** The beat at which the running query was sent. */
  askedAt: number | undefined
  #patience = answerBeats
  #heldSince: number | undefined
  #isPatient = false
  /** Nothing more comes through. */
  isLost = false
  /** It was silent for too long, and we gave it up. */
  wasCut = false
  /** It leads to a server that may only read, or is probably as silent as another one: it is not used again. */
  isUnfit = false

  constructor(client: Client, pulse: Pulse) {
    this.client = client
    this.#pulse = pulse
    this.heardAt = pulse.beat
    client.on("error", () => {
      this.isLost = true
    })
  }

  /** Sends one query. Throws the server's refusal as it is; DatabaseOutage when there is no answer, or no use in one. */
  async query(sql: string, parameters?: readonly unknown[]): Promise<QueryResult> {
    this.askedAt = this.#pulse.beat
    try {
      const answer = await this.client.query(sql, parameters as unknown[])
      this.heardAt = this.#pulse.beat
      return answer
    } catch (fault) {
      if (isAnswer(fault) && !isIncapacity(fault)) throw fault
      if (!isAnswer(fault)) this.isLost = true
      else if (mayOnlyRead(fault)) this.isUnfit = true
      const what = this.isLost ? "The connection to the database was lost" : "The database cannot do its work"
      throw new DatabaseOutage(what, fault, { mayRunAgain: this.isLost && !this.wasCut })
    } finally {
      this.askedAt = undefined
    }
  }

  /** Whether it still answers, found out within two seconds. */
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

  /** From now on it is somebody's, until `release`; `isPatient` leaves it as long as it needs. */
  hold(isPatient: boolean): void {
    this.#heldSince = this.#pulse.beat
    this.#isPatient = isPatient
  }

  letGo(): void {
    this.#heldSince = undefined
  }

  /** Whether it has been silent, or in somebody's hands, for longer than anything here takes. */
  get isLate(): boolean {
    if (this.#isPatient && this.#heldSince !== undefined) return false
    const { beat } = this.#pulse
    if (this.askedAt !== undefined && beat - this.askedAt > this.#patience) return true
    return this.#heldSince !== undefined && beat - this.#heldSince > holdBeats
  }

  /** Ends it without a word: whoever waits for an answer gets an error at once. */
  cut(): void {
    this.wasCut = true
    this.isLost = true
    this.client.connection.stream.destroy()
  }
}
