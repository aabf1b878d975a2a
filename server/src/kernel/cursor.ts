import { invalidInput } from "./error.ts"

/** One page of a list. `nextCursor` is absent on the last page. */
export interface Page<Item> {
  items: Item[]
  nextCursor?: string
}

/** The place in a list ordered by time and id, newest first. */
export interface Place {
  at: number
  id: string
}

/** Writes a place as the opaque text that callers hand back to get the next page. */
export function writeCursor(place: Place): string {
  return Buffer.from(`${place.at}:${place.id}`).toString("base64url")
}

/** Reads a cursor; text that `writeCursor` cannot have made is refused as invalid input. */
export function readCursor(cursor: string): Place {
  const match = /^(\d{1,15}):(\w{1,64})$/.exec(Buffer.from(cursor, "base64url").toString())
  if (!match?.[1] || !match[2])
    throw invalidInput("The cursor is not one of ours.", "Leave `cursor` out to start again.")
  return { at: Number(match[1]), id: match[2] }
}

/** Cuts one row more than asked for into a page: the extra row only tells that there is a next one. */
export function toPage<Item extends object>(rows: Item[], limit: number, place: (row: Item) => Place): Page<Item> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return rows.length > limit && last ? { items, nextCursor: writeCursor(place(last)) } : { items }
}
