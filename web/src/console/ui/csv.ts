import { type AnswerOf, ask, type InputOf, type ReadName } from "../ask.ts"
import { writeCsv } from "./csv-text.ts"
import { save } from "./save.ts"

/** Reads all pages of a list. @throws Refused */
export async function readAll<Name extends ReadName, Item>(
  name: Name,
  input: InputOf<Name>,
  itemsOf: (answer: AnswerOf<Name>) => readonly Item[],
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const answer = await ask(name, { ...(input as object), limit: 100, ...(cursor && { cursor }) } as InputOf<Name>)
    items.push(...itemsOf(answer as AnswerOf<Name>))
    const { nextCursor, next_cursor } = answer as { nextCursor?: string; next_cursor?: string }
    cursor = nextCursor ?? next_cursor
  } while (cursor)
  return items
}

/** Saves a table as a CSV file (RFC 4180). The first row names the columns. */
export function downloadCsv(fileName: string, rows: Parameters<typeof writeCsv>[0]): void {
  save(new Blob(["\ufeff", writeCsv(rows)], { type: "text/csv;charset=utf-8" }), fileName)
}

/** Formats epoch milliseconds as ISO 8601 in UTC. */
export const toCsvTime = (at: number | null) => (at === null ? "" : new Date(at).toISOString())
