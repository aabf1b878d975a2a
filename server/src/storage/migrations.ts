import type { Kysely } from "kysely"
import { baselineName, makeBaseline } from "./baseline/index.ts"

export interface Migration {
  up(db: Kysely<unknown>): Promise<void>
  /**
   * The oldest program that can run on the new schema, by the number of its newest migration. An older program refuses to
   * start. Without it, every program can run.
   */
  readonly breaksBelow?: number
  /** Each statement commits by itself, as `create index concurrently` needs. After a kill, `up` runs again. */
  readonly isOutsideTransaction?: true
}

export type Migrations = Readonly<Record<string, Migration>>

/** Every migration in the order in which it runs, named by a number and a word. One that was released never changes. */
export const migrations: Migrations = {
  [baselineName]: { up: makeBaseline },
}
