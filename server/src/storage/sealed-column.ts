import type { Keyring, Purpose } from "#kernel/keyring.ts"
import type { Schema } from "./schema.ts"

export interface SealedColumn {
  readonly table: keyof Schema
  /** The column that identifies a row; the place is made from it. */
  readonly key: string
  readonly column: string
  readonly purpose: Purpose
  readonly place: (key: string) => string
  /** Detects a text that was stored before the column was sealed. */
  readonly isPlain?: (text: string) => boolean
  /** Returns other columns of the row that are derived from the text. */
  readonly follows?: (keyring: Keyring, text: string) => Record<string, string>
}
