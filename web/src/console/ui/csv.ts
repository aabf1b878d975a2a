import { type AnswerOf, ask, type InputOf, type ReadName } from "../ask.ts"
import { save } from "./save.ts"

type Cell = string | number | null

/** Asks for every part of a list, to write all of it down. @throws Refused */
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

/** Hands the reader a table as a CSV file (RFC 4180). The first row names the columns. */
export function downloadCsv(fileName: string, rows: readonly (readonly Cell[])[]): void {
  const text = rows.map((row) => row.map(toCell).join(",")).join("\r\n")
  save(new Blob(["\ufeff", text, "\r\n"], { type: "text/csv;charset=utf-8" }), fileName)
}

function toCell(value: Cell): string {
  if (typeof value === "number") return String(value)
  // A spreadsheet would run what begins so as a formula, and buyers choose what stands here.
  const text = (value ?? "").replace(/^[=+\-@\t\r]/, "'$&")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A moment as spreadsheets read it, in UTC. */
export const toCsvTime = (at: number | null) => (at === null ? "" : new Date(at).toISOString())
