import type { Settings } from "#config/settings.ts"
import type { Log } from "#kernel/log.ts"
import type { Database } from "#storage/database.ts"

/** The result of a check. An exception counts as `broken`. */
export interface Diagnosis {
  readonly state: "fine" | "warning" | "broken"
  readonly says: string
  /** Replaces the remedy of the table. */
  readonly remedy?: string
}

export const fine = (says: string): Diagnosis => ({ state: "fine", says })
export const warning = (says: string, remedy?: string): Diagnosis => ({
  state: "warning",
  says,
  ...(remedy && { remedy }),
})
export const broken = (says: string, remedy?: string): Diagnosis => ({
  state: "broken",
  says,
  ...(remedy && { remedy }),
})

/** The arguments of a check that connects to a peer, such as the mail server. */
export interface Ground {
  readonly settings: Settings
  /** Keeps warnings, which adapters log instead of throwing. */
  readonly log: Log & { readonly warnings: readonly string[] }
  /** Aborted when the check is over, in time or not. */
  readonly over: AbortSignal
}

export interface DatabaseGround extends Ground {
  /** Undefined for a SQLite file that does not exist yet. */
  readonly database: Database | undefined
}

export function keptLog(): Ground["log"] {
  const warnings: string[] = []
  const keep = (fields: object, message: string) => {
    const { error, fault } = fields as { error?: unknown; fault?: Error }
    warnings.push(String(error ?? fault?.message ?? message))
  }
  return { warnings, info: () => {}, warn: keep, error: keep }
}
