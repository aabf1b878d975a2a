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

type Described = Omit<SealedColumn, "key" | "column" | "place"> &
  Partial<Pick<SealedColumn, "key" | "column">> & { readonly field: string }

/** A sealed column, `<field>_sealed` of a table with an id unless it says otherwise. The place names the field. */
export function sealedColumn({ field, ...rest }: Described): SealedColumn {
  const place = (key: string) => `${rest.table}/${field}/${key}`
  return { key: "id", column: `${field}_sealed`, place, ...rest }
}
