import type { Kysely } from "kysely"
import { baselineName, makeBaseline } from "./baseline/index.ts"

/** Every migration in the order in which it runs. A migration that was released never changes. */
export const migrations: Record<string, (db: Kysely<unknown>) => Promise<void>> = {
  [baselineName]: makeBaseline,
}
