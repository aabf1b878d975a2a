import type { z } from "zod"
import { definitionOf, mapSchema } from "./map-schema.ts"

const withUnderscores = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A text whose quoted names of fields are written with underscores. */
export const underscoredText = (text: string): string => text.replace(/`[a-z]+(?:[A-Z][a-z]*)+`/g, withUnderscores)

/** The same schema, whose fields have names with underscores, also where its descriptions quote them. */
export function underscored<Schema extends z.ZodType>(schema: Schema): Schema {
  return mapSchema(schema, ({ shape }): object => (shape ? { shape: underscoredShape(shape) } : {})) as Schema
}

function underscoredShape(shape: Record<string, z.ZodType>) {
  const fields = Object.entries(shape).map(([name, field]) => {
    const { description } = field
    const isQuoting = description !== undefined && underscoredText(description) !== description
    const said = isQuoting ? field.describe(underscoredText(description)) : field
    return [withUnderscores(name), said] as const
  })
  return Object.fromEntries(fields)
}

type Rename = (value: unknown) => unknown

/**
 * Renames the fields of the values of a schema: to names with underscores, or from them. It follows the schema, so the
 * keys of records stay. Undefined where the schema has nothing to rename.
 */
export function renamer(schema: z.ZodType, way: "to" | "from"): Rename | undefined {
  const { shape, innerType, element, valueType, options = [] } = definitionOf(schema)
  if (options.some((option) => renamer(option, way))) throw new Error("No choice of a tool has a field to rename.")
  if (innerType) return renamer(innerType, way)
  const part = element ?? valueType
  const rename = part && renamer(part, way)
  if (rename) return element ? listRenamer(rename) : fieldsRenamer((name) => [name, rename])
  return shape && objectRenamer(shape, way)
}

function objectRenamer(shape: Record<string, z.ZodType>, way: "to" | "from"): Rename | undefined {
  const fields = Object.entries(shape).map(([name, field]): [string, Field] => {
    const written = withUnderscores(name)
    return way === "to" ? [name, [written, renamer(field, way)]] : [written, [name, renamer(field, way)]]
  })
  const known = new Map(fields)
  const isSame = fields.every(([name, [renamed, inner]]) => name === renamed && inner === undefined)
  return isSame ? undefined : fieldsRenamer((name) => known.get(name))
}

type Field = readonly [name: string, inner: Rename | undefined]

const listRenamer =
  (rename: Rename): Rename =>
  (value) =>
    Array.isArray(value) ? value.map(rename) : value

function fieldsRenamer(fieldOf: (name: string) => Field | undefined): Rename {
  return (value) => {
    if (typeof value !== "object" || value === null) return value
    const fields = Object.entries(value).map(([given, part]): [string, unknown] => {
      const [name, inner] = fieldOf(given) ?? [given]
      return [name, inner ? inner(part) : part]
    })
    return Object.fromEntries(fields) // a field named __proto__ stays a field
  }
}
