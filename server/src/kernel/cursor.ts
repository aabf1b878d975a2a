import { invalidInput } from "./error.ts"

export interface ListPage<Item> {
  items: Item[]
  nextCursor?: string
}

/** A place in a list that is ordered by time and id, newest first. */
export interface Place {
  at: number
  id: string
}

/** The requested part of a list: up to `limit` items after `place`, or from the start without a place. */
export interface ListPart {
  readonly limit: number
  readonly place: Place | undefined
}

export interface List<Listed> {
  /** One row more shows that another page follows. @throws ServiceError `invalid_request` for a foreign cursor. */
  find<Row extends Listed>(
    asked: { readonly limit: number; readonly cursor?: string | undefined },
    query: (part: ListPart) => Promise<readonly Row[]>,
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
export function listOf<Listed>(name: string, placeOf: (row: Listed) => Place): List<Listed> {
  const cursors = cursorsOf(name)
  const read = (cursor: string) => {
    const match = /^(\d{1,15}):(\w{1,64})$/.exec(cursors.read(cursor))
    if (!match?.[1] || !match[2]) throw notOurs()
    return { at: Number(match[1]), id: match[2] }
  }
  return {
    async find({ limit, cursor }, query) {
      const rows = await query({ limit, place: cursor === undefined ? undefined : read(cursor) })
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      if (rows.length <= limit || !last) return { items }
      const { at, id } = placeOf(last)
      return { items, nextCursor: cursors.write(`${at}:${id}`) }
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

const startAgain = "Send the `next_cursor` of this list's page before, or leave `cursor` out to start again."
export const notOurs = () => invalidInput("`cursor` is not one of ours.", startAgain)
const ofAnotherList = () => invalidInput("`cursor` belongs to another list.", startAgain)
