import type { LinkColumn } from "../link-table.ts"
import { readLinkAddress } from "./address.ts"
import { columnOf, isOfOtherThing, type NamedColumn } from "./column-names.ts"

/** A column's meaning; `ask` if it could be the destination, as another one could; empty to leave it out. */
export type ColumnChoice = LinkColumn | "ask" | ""

interface Looked {
  at: number
  name: NamedColumn | undefined
  /** Undefined if its cells are not addresses. */
  addresses: Addresses | undefined
  isOfOtherThing: boolean
}

interface Addresses {
  hosts: ReadonlySet<string>
  /** Each has a path, and each is another one. */
  areNamed: boolean
  paths: readonly string[]
}

/** Chooses what the columns of a file mean, by their names and their values. */
export function chooseColumns(header: readonly string[], cellsOf: (at: number) => readonly string[]): ColumnChoice[] {
  const looked = header.map((name, at) => lookAt(name, cellsOf(at), at))
  const choices: ColumnChoice[] = header.map(() => "")
  const addressed = looked.filter(isAddressed)
  const names = new Set(
    looked.filter(({ name }) => name?.column === "slug").flatMap(({ at }) => cellsOf(at).map(withoutSlashes)),
  )
  const short = shortOf(addressed, names)
  if (short) choices[short.at] = "shortUrl"
  const destinations = destinationsOf(addressed.filter((column) => column !== short))
  const named = looked.filter(({ at, name }) => at !== short?.at && name?.column === "destination" && name.isCertain)
  const found = destinations.length > 0 ? destinations : named.slice(0, 1)
  for (const { at } of found) choices[at] = found.length === 1 ? "destination" : "ask"
  chooseOthers(looked, choices)
  return choices
}

const withoutSlashes = (text: string) => text.trim().replace(/^\/+|\/+$/g, "")

/** Each other meaning belongs to one column: the first whose name is certain, or else likely. */
function chooseOthers(looked: readonly Looked[], choices: ColumnChoice[]): void {
  const taken = new Set<ColumnChoice>(["destination", ...choices])
  const sorted = looked.toSorted((one, other) => Number(other.name?.isCertain ?? 0) - Number(one.name?.isCertain ?? 0))
  for (const { at, name, addresses } of sorted) {
    if (!name || choices[at] !== "" || (addresses && !name.isCertain)) continue
    // A column of short links without addresses has the short names alone.
    const isBare = name.column === "shortUrl" && !addresses
    const isWhole = name.column === "slug" && addresses?.hosts.size === 1 && !taken.has("shortUrl")
    const column = isBare ? "slug" : isWhole ? "shortUrl" : name.column
    if (taken.has(column)) continue
    choices[at] = column
    taken.add(column)
  }
}

function lookAt(header: string, cells: readonly string[], at: number): Looked {
  const filled = cells.map((cell) => cell.trim()).filter(Boolean)
  const whole = filled.filter((cell) => /^https?:\/\//i.test(cell) || /^[^\s/]+\.[^\s/]+\/./.test(cell))
  const found = whole.flatMap((cell) => readLinkAddress(cell) ?? [])
  const name = columnOf(header)
  const share = name?.column === "destination" || name?.column === "shortUrl" ? 0.2 : 0.7
  const isAddresses = found.length > 0 && found.length >= filled.length * share
  const addresses = isAddresses && {
    hosts: new Set(found.map(({ host }) => host.replace(/^www\./, ""))),
    areNamed: found.every(({ path }) => path !== "") && new Set(whole).size === whole.length,
    paths: found.map(({ path }) => path),
  }
  return { at, name, addresses: addresses || undefined, isOfOtherThing: !name && isOfOtherThing(header) }
}

type Addressed = Looked & { addresses: Addresses }

function isAddressed(column: Looked): column is Addressed {
  if (!column.addresses || column.isOfOtherThing) return false
  const { name } = column
  return !name?.isCertain || name.column === "destination" || name.column === "shortUrl"
}

const isCertainly = ({ name }: Looked, column: LinkColumn) => name?.isCertain === true && name.column === column
const mayBe = ({ name }: Looked, column: LinkColumn) => name?.column === column

/**
 * The column of the short addresses: the one named so, the one that ends with the short names of another column, the
 * one on one host beside one on many, or the one with a likely name.
 */
function shortOf(columns: readonly Addressed[], names: ReadonlySet<string>): Addressed | undefined {
  const named = columns.find((column) => isCertainly(column, "shortUrl"))
  if (named) return named
  if (columns.length < 2) return undefined
  const open = columns.filter((column) => !isCertainly(column, "destination"))
  const endsWithNames = ({ addresses: { paths } }: Addressed) =>
    names.size > 0 && paths.every((path) => names.has(path))
  const onOneHost = (column: Addressed) => columns.some((other) => other !== column && isOnFewerHosts(column, other))
  const onMore = (column: Addressed) => columns.some((other) => other !== column && isOnFewerHosts(other, column))
  return (
    open.find(endsWithNames) ??
    open.find(onOneHost) ??
    open.find(
      (column) =>
        mayBe(column, "shortUrl") && column.addresses.areNamed && !onMore(column) && !areBothOnMany(column, columns),
    )
  )
}

function isOnFewerHosts({ addresses }: Addressed, { addresses: other }: Addressed): boolean {
  const few = addresses.hosts.size
  return addresses.areNamed && other.hosts.size > few && (few === 1 || other.hosts.size >= few * 3)
}

const areBothOnMany = ({ addresses }: Addressed, columns: readonly Addressed[]) =>
  addresses.hosts.size > 3 && columns.every((other) => other.addresses.hosts.size > 3)

/** More than one: the person decides. */
function destinationsOf(columns: readonly Addressed[]): readonly Addressed[] {
  const certain = columns.filter((column) => isCertainly(column, "destination"))
  return certain.length > 0 ? columns.filter((column) => mayBe(column, "destination")) : columns
}
