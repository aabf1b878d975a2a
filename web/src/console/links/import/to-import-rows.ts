import type { InputOf } from "../../calls.ts"
import type { LinkColumn } from "../link-table.ts"
import type { ColumnChoice } from "./choose-columns.ts"
import { type DateOrder, openExample, orderOfDates, readDate } from "./read-dates.ts"
import type { LinkFile, LinkFileRow } from "./read-link-file.ts"
import { domainOf, isOwnExport, laterOfSame, type NamePlan, none, shortNameOf } from "./short-names.ts"

export type ImportRow = InputOf<"import-links">["rows"][number]

export interface TableRow extends LinkFileRow {
  link: ImportRow
}

/** The settings of an import, as the form of the columns has them. */
export interface Plan extends NamePlan {
  /** The order of numeric dates, by column, where the cells leave it open. */
  orders: Readonly<Record<number, DateOrder>>
  /** The fate of a name that several rows have. */
  sameNames: "" | "first" | "random"
  passesQuery: boolean
  /** The person agreed that links get random names although the file has names. */
  makesNames: boolean
}

/** Makes the import's rows of a file. `own` are the workspace's domains. */
export function toImportRows({ rows }: LinkFile, plan: Plan, own: readonly string[]): TableRow[] {
  const at = (column: LinkColumn) => plan.choices.indexOf(column)
  const places = (["destination", "title", "tags", "clickLimit", "passesQuery", "clicks", "limitedClicks"] as const)
    .map((column) => [column, at(column)] as const)
    .filter(([, place]) => place >= 0)
  const readers = (["expiresAt", "createdAt"] as const)
    .filter((column) => at(column) >= 0)
    .map((column) => [column, readerOf(rows, plan, at(column))] as const)
  const read = isOwnExport(plan.choices) ? (_column: LinkColumn, cell = "") => cell.trim() : readForeign
  const unnamed = plan.sameNames === "random" ? laterOfSame({ rows }, plan, own) : new Set()
  return rows.map((row) => {
    const { name, host } = shortNameOf(row, plan.choices)
    const domain = domainOf(host, plan, own)
    const link: ImportRow = {
      ...Object.fromEntries(places.map(([column, place]) => [column, read(column, row.cells[place])])),
      ...Object.fromEntries(readers.map(([column, read]) => [column, read(row)])),
      ...(name && !unnamed.has(row) && { slug: name }),
      ...(domain && { domain }),
      ...(plan.passesQuery && { passesQuery: "true" }),
    }
    return { ...row, link: withoutEmpty(link) }
  })
}

const longest = 2_500

const withoutEmpty = (link: ImportRow): ImportRow => Object.fromEntries(Object.entries(link).filter(([, text]) => text))

/** Programs write `null` for an empty cell, and tags with bars between them or as a list. */
function readForeign(column: LinkColumn, written = ""): string {
  const cell = /^\s*(null|NULL|\\N|undefined)\s*$/.test(written) ? "" : written.trim().slice(0, longest)
  if (column !== "tags") return column !== "title" && column !== "destination" && none.test(cell) ? "" : cell
  return (tagsOfList(cell) ?? cell).replace(/[|\r\n]/g, ",")
}

/** Tags as a JSON array of names or of objects with names, or as PostgreSQL writes an array. */
function tagsOfList(cell: string): string | undefined {
  if (!/^(?:\[.*\]|\{.*\})$/s.test(cell)) return undefined
  const named = [...cell.matchAll(/["']name["']\s*:\s*"([^"]*)"/g)].map(([, name]) => name)
  return named.length > 0 ? named.join(",") : cell.slice(1, -1).replace(/["']/g, "")
}

/** Text that is no date stays as it is, and the service refuses it. */
function readerOf(rows: readonly LinkFileRow[], { choices, orders }: Plan, at: number): (row: LinkFileRow) => string {
  const found = orderOfDates(cellsAt(rows, at))
  const order = (found === "open" ? orders[at] : found) ?? "month-first"
  const day = choices[at] === "expiresAt" ? "end" : "noon"
  return ({ cells }) => {
    const cell = cells[at]?.trim() ?? ""
    if (none.test(cell)) return ""
    return readDate(cell, { order, day })?.toISOString() ?? cell.slice(0, longest)
  }
}

const cellsAt = (rows: readonly LinkFileRow[], at: number) => rows.map(({ cells }) => cells[at] ?? "")

export interface Questions {
  /** Columns of which one is the destination. Empty once it is chosen. */
  destinations: readonly number[]
  /** Columns of dates such as 03/04/2027, each with a cell. */
  dates: readonly { at: number; example: string }[]
  /** The hosts of the file's short links that are no domain of the workspace. */
  hosts: readonly string[]
  /** How many links would get a random name although the file has names. */
  newNames: number
}

export function questionsOf(
  { header, rows }: LinkFile,
  choices: readonly ColumnChoice[],
  asks: { own: readonly string[]; hasNames: boolean },
): Questions {
  const named = rows.map((row) => shortNameOf(row, choices))
  const dates = (["expiresAt", "createdAt"] as const).flatMap((column) => {
    const at = choices.indexOf(column)
    const cells = at < 0 ? [] : cellsAt(rows, at)
    return orderOfDates(cells) === "open" ? [{ at, example: openExample(cells) ?? "" }] : []
  })
  return {
    destinations: choices.includes("destination") ? [] : header.flatMap((_, at) => (choices[at] === "ask" ? [at] : [])),
    dates,
    hosts: [...new Set(named.map(({ host }) => host))].filter((host) => host !== "" && !asks.own.includes(host)),
    newNames: asks.hasNames ? named.filter(({ name }) => name === "").length : 0,
  }
}

/** Whether a file of another service has links without a host. */
export const hasBareLinks = ({ rows }: LinkFile, choices: readonly ColumnChoice[]): boolean =>
  !isOwnExport(choices) && rows.some((row) => shortNameOf(row, choices).host === "")

/** Whether a file has short names: in columns chosen beforehand, or in one of unknown meaning with a name in each row. */
export function hasNames({ header, rows }: LinkFile, chosen: readonly ColumnChoice[]): boolean {
  if (chosen.includes("slug") || chosen.includes("shortUrl")) return true
  return header.some(
    (name, at) => chosen[at] === "" && !/^(uu|gu)?id$|[_ ]id$|Id$/i.test(name) && areNames(cellsAt(rows, at)),
  )
}

function areNames(cells: readonly string[]): boolean {
  const texts = cells.map((cell) => cell.trim())
  return (
    texts.length > 0 &&
    new Set(texts).size === texts.length &&
    texts.every((text) => /^\/?[\p{L}\p{N}][\p{L}\p{N}\p{M}./_~-]{1,189}$/u.test(text)) &&
    !texts.every((text) => /^[\d.,:/-]+$/.test(text))
  )
}
