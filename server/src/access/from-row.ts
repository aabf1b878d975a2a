import type { z } from "zod"

/** The column name of a field: `price_cents` for `priceCents`. */
type ColumnOf<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnOf<Rest>}`
  : Name

type ColumnsOf<Fields, Given> = {
  readonly [Name in Exclude<keyof Fields, keyof Given> & string as ColumnOf<Name>]: Fields[Name]
}

/** Each field comes from `given` or from the column of its name in snake case. Ignores other columns. */
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
