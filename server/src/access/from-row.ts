import type { z } from "zod"

/** A field's name as a column has it: `price_cents` for `priceCents`. */
type ColumnOf<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnOf<Rest>}`
  : Name

/** The columns that hold the fields of a shape, but for those that are given. */
type ColumnsOf<Fields, Given> = {
  readonly [Name in Exclude<keyof Fields, keyof Given> & string as ColumnOf<Name>]: Fields[Name]
}

/**
 * Makes a shape of a row: each field is `given`, or is the column of its own name, which has underscores. Columns that
 * the shape does not name are left out.
 */
export function fromRow<Shape extends z.ZodRawShape, Given extends Partial<z.output<z.ZodObject<Shape>>>>(
  { shape }: z.ZodObject<Shape>,
  row: ColumnsOf<z.output<z.ZodObject<Shape>>, NoInfer<Given>>,
  given: Given,
): z.output<z.ZodObject<Shape>> {
  const columns: Record<string, unknown> = { ...row }
  const read = (name: string) => columns[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]
  const fields = Object.keys(shape).map((name) => [name, read(name)])
  return { ...Object.fromEntries(fields), ...given }
}
