import { invalidInput } from "./error.ts"

export interface ListPage<Item> {
  items: Item[]
  nextCursor?: string
}

/** A place in a list that is ordered by a column, usually a time, and by id. */
export interface Place<At = number> {
  at: At
  id: string
}

/** The requested part of a list: up to `limit` items after `place`, or from the start without a place. */
export interface ListPart<At = number> {
  readonly limit: number
  readonly place: Place<At> | undefined
}

/** The order of a sorted list: by a column of its table, then by id. */
export interface ListOrder {
  readonly column: string
  readonly isDescending: boolean
}

/** The times from `from` on, and before `to`. */
export interface Within {
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** A part of a list that can be sorted, and limited to a span of the times in one of its columns. */
export type SortedPart = ListPart<number | string> & {
  readonly order?: ListOrder
  readonly span?: Within & { readonly column: string }
}

export interface List<Listed, At = number> {
  /** One row more shows that another page follows. @throws ServiceError `invalid_request` for a foreign cursor. */
  find<Row extends Listed>(
    asked: { readonly limit: number; readonly cursor?: string | undefined },
    query: (part: ListPart<At>) => Promise<readonly Row[]>,
  ): Promise<ListPage<Row>>
}

/** The place of a row in a list ordered by creation, newest first. */
export const byCreation = (row: { created_at: number; id: string }): Place => ({ at: row.created_at, id: row.id })

export const byLastChange = (row: { updated_at: number; id: string }): Place => ({ at: row.updated_at, id: row.id })

/** The place of a row in a list of a trash, latest removal first. */
export const byRemoval = (row: { deleted_at: number | null; id: string }): Place => ({
  at: row.deleted_at ?? 0,
  id: row.id,
})

/** Defines a list. `name` binds its cursors to it. `placeOf` returns a row's place. */
export const listOf = <Listed>(name: string, placeOf: (row: Listed) => Place) => listBy(name, placeOf, numbers)

/** Writes the value of a column for a cursor, and reads it. `place` matches a written value and an id. */
interface ValueForm<At> {
  readonly place: RegExp
  write(at: At): string
  read(text: string): At
}

const numbers: ValueForm<number> = { place: /^(\d{1,15}):(\w{1,64})$/, write: String, read: Number }
const texts: ValueForm<string> = {
  place: /^([\w-]*):(\w{1,64})$/,
  write: (at) => Buffer.from(at).toString("base64url"),
  read: (text) => Buffer.from(text, "base64url").toString(),
}

function listBy<Listed, At>(name: string, placeOf: (row: Listed) => Place<At>, form: ValueForm<At>): List<Listed, At> {
  const cursors = cursorsOf(name)
  const read = (cursor: string) => {
    const [, at, id] = form.place.exec(cursors.read(cursor)) ?? []
    if (at === undefined || id === undefined) throw notOurs()
    return { at: form.read(at), id }
  }
  return {
    async find({ limit, cursor }, query) {
      const rows = await query({ limit, place: cursor === undefined ? undefined : read(cursor) })
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      if (rows.length <= limit || !last) return { items }
      const { at, id } = placeOf(last)
      return { items, nextCursor: cursors.write(`${form.write(at)}:${id}`) }
    },
  }
}

type SortableRow = { id: string } & Record<string, unknown>

type Sorted = Within & { readonly sort: string; readonly limit: number; readonly cursor?: string | undefined }

/**
 * Defines a list that can be sorted by columns of its rows, which hold whole numbers from 0, or `texts`. A cursor
 * belongs to one order. `time` is the column of its spans.
 */
export function sortedListOf(name: string, ofTexts: readonly string[] = [], time = "created_at") {
  return {
    async find<Row extends { id: string }>(
      { sort, from, to, ...asked }: Sorted,
      query: (part: SortedPart) => Promise<readonly Row[]>,
    ): Promise<ListPage<Row>> {
      if (from !== undefined && to !== undefined && from >= to) throw emptySpan()
      const span = from === undefined && to === undefined ? undefined : { column: time, from, to }
      const column = sort.replace(/^-/, "")
      const order = { column, isDescending: sort !== column }
      const cursors = `${name}-by-${column.replaceAll("_", "-")}-${order.isDescending ? "down" : "up"}`
      const placeOf = (row: { id: string }) => ({ at: (row as SortableRow)[column] as never, id: row.id })
      const form = (ofTexts.includes(column) ? texts : numbers) as ValueForm<number | string>
      return listBy(cursors, placeOf, form).find(asked, (part) => query({ ...part, order, ...(span && { span }) }))
    },
  }
}

/** Writes and reads cursors (opaque texts) of a list with its own order. */
export function cursorsOf(name: string): { write(place: string): string; read(cursor: string): string } {
  return {
    write: (place) => Buffer.from(`${name} ${place}`).toString("base64url"),
    read(cursor) {
      const [, of, place] = /^([a-z-]+) (.+)$/.exec(Buffer.from(cursor, "base64url").toString()) ?? []
      if (of === undefined || place === undefined) throw notOurs()
      if (of !== name) throw ofAnotherList()
      return place
    },
  }
}

const emptySpan = () => invalidInput("`to` is not after `from`.", "Send the earlier time as `from`.", "to")
const startAgain = "Send the `nextCursor` of this list's page before, or leave `cursor` out to start again."
export const notOurs = () => invalidInput("`cursor` is not one of ours.", startAgain)
const ofAnotherList = () => invalidInput("`cursor` belongs to another list.", startAgain)
