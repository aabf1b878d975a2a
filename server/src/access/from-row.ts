import type { z } from "zod"

/** The column name of a field: `price_cents` for `priceCents`. */
type ColumnOf<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnOf<Rest>}`
  : Name

const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

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
  const fields = Object.keys(shape).map((name) => [name, columns[columnOf(name)]])
  return { ...Object.fromEntries(fields), ...given }
}

/** Returns the columns that fields are written to. */
export function toColumns<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields & string as ColumnOf<Name>]: Fields[Name] } {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [columnOf(name), value])) as never
}

type Selected<Table extends string, Name extends string> = Name extends unknown
  ? `${Table}.${ColumnOf<Name>} as ${Name}`
  : never

/** Selects the columns of a table by the names of fields: `offers.price_cents as priceCents`. */
export function selectFields<Table extends string, Name extends string>(
  table: Table,
  names: readonly Name[],
): Selected<Table, Name>[] {
  return names.map((name) => `${table}.${columnOf(name)} as ${name}`) as Selected<Table, Name>[]
}
