import type { Keyring, Purpose } from "#kernel/keyring.ts"
import type { Schema } from "./schema.ts"

/** A column whose texts are sealed, each bound to its place. */
export interface SealedColumn {
  readonly table: keyof Schema
  /** The column that names a row, and from which the place is made. */
  readonly key: string
  readonly column: string
  readonly purpose: Purpose
  readonly place: (key: string) => string
  /** Other columns of the row that are made from the text. */
  readonly follows?: (keyring: Keyring, text: string) => Record<string, string>
}
