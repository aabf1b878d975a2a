import { useQueryClient } from "@tanstack/react-query"
import { useCallback, useRef, useState } from "react"
import { Refused } from "../../../api/call.ts"
import { newUuid } from "../../../api/uuid.ts"
import { stale } from "../../ask.ts"
import { type AnswerOf, change, type InputOf } from "../../calls.ts"
import { type LinkColumn, linkColumnNames } from "../link-table.ts"
import type { LinkFile } from "./read-link-file.ts"
import type { Plan, TableRow } from "./to-import-rows.ts"

export interface RowResult {
  row: TableRow
  state: Answer["rows"][number]["state"]
  /** The short name, after its domain unless that is the default one. Null: a random name. */
  place: string | null
  destination: string | null
  /** The reason for the refusal, or a sentence about the parts of the row that the link lacks. */
  reason?: string
}

export interface ImportProgress {
  done: number
  results: readonly RowResult[]
  /** The import that made links, for its undo. */
  importId?: string | undefined
}

/** A chosen file, and how far its import is. */
export interface Chosen {
  file: LinkFile
  /** Whether the file has short names, in columns that were recognised or in others. */
  hasNames: boolean
  plan: Plan
  /** The rows as the plan reads them, once they are sent to be checked. */
  rows?: readonly TableRow[]
  /** The result of the check; undefined until it has finished. */
  checked?: ImportProgress
  /** The result of importing the valid rows. */
  made?: ImportProgress
}

/** The limits of one request: rows and characters. */
const mostRows = 500
const mostText = 40_000

type Answer = AnswerOf<"import-links">

/** Sends rows in batches, to be checked or imported. A retried batch is applied once. */
export function useImport() {
  const queries = useQueryClient()
  const [progress, show] = useState<ImportProgress>()
  const isWanted = useRef(true)
  const send = async (
    rows: readonly TableRow[],
    asked: { onlyChecks: boolean; fileName: string },
  ): Promise<ImportProgress> => {
    let now: ImportProgress = { done: 0, results: [] }
    const places = new Map<string, number>()
    show(now)
    for (const part of partsOf(rows)) {
      if (!isWanted.current) break
      const input = { rows: part.map(({ link }) => link), ...asked, ...(now.importId && { importId: now.importId }) }
      const answer = await sendPart(input).catch((error: Error) => {
        // After a partial import, the reader still gets to see what was created.
        if (asked.onlyChecks || now.done === 0) throw error
        return error
      })
      now = progressAfter(now, { rows, part, answer, places })
      show(now)
      if (answer instanceof Error) break
    }
    if (!asked.onlyChecks) await Promise.all(stale.links.map((name) => queries.invalidateQueries({ queryKey: [name] })))
    return now
  }
  const stop = useCallback(() => {
    isWanted.current = false
  }, [])
  return { progress, send, stop }
}

/** Retries a batch with the same idempotency key if the service was unreachable or asked to wait. */
async function sendPart(input: InputOf<"import-links">): Promise<Answer> {
  const key = newUuid()
  for (let tries = 1; ; tries += 1) {
    try {
      return await change("import-links", input, key)
    } catch (error) {
      if (!(error instanceof Refused && error.isPassing) || tries === 5) throw error
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? tries) * 1_000))
    }
  }
}

interface Sent {
  rows: readonly TableRow[]
  part: readonly TableRow[]
  answer: Answer | Error
  /** Maps short URLs of earlier batches to their lines: the service checks each batch on its own. */
  places: Map<string, number>
}

function progressAfter(now: ImportProgress, { rows, part, answer, places }: Sent): ImportProgress {
  const isLost = answer instanceof Error
  const results = isLost ? unsent(rows.slice(now.done), part, answer) : resultsOf(part, answer, places)
  const importId = (isLost ? undefined : answer.importId) ?? now.importId
  return { done: now.done + part.length, results: [...now.results, ...results], importId }
}

function unsent(rows: readonly TableRow[], part: readonly TableRow[], error: Error): RowResult[] {
  return rows.map((row) => {
    const isOfPart = part.includes(row)
    return refused(
      row,
      isOfPart ? `${error.message} Check whether this link was created.` : "Not sent. Import this row again.",
    )
  })
}

const refused = (row: TableRow, reason: string): RowResult => {
  const { slug = null, destination = null } = row.link
  return { row, state: "refused", place: slug, destination, reason }
}

function resultsOf(part: readonly TableRow[], { rows }: Answer, places: Sent["places"]): RowResult[] {
  return part.flatMap((row, at) => {
    const answered = rows[at]
    if (!answered) return []
    const { slug, domain, destination, state, refusal, notes } = answered
    if (refusal) return refused(row, reasonOf(refusal))
    const place = domain === null ? `/${slug?.toLowerCase()}` : `${domain}/${slug}`
    const before = slug === null ? undefined : places.get(place)
    if (before !== undefined) return refused(row, `Short name “${slug}” is already used in line ${before}.`)
    places.set(place, row.line)
    const shown = domain && slug ? `${domain}/${slug}` : slug
    return { row, state, place: shown, destination, ...(notes.length > 0 && { reason: notes.join(" ") }) }
  })
}

/** Names columns by their headers. The hint of a message that begins with a column's name is for programs. */
function reasonOf({ message, hint = "" }: { message: string; hint?: string | undefined }): string {
  if (!message.startsWith("`")) return `${message} ${hint}`.trim()
  return message.replace(
    /`(\w+)([^`]*)`/g,
    (_quoted, name: string, rest: string) => (linkColumnNames[name as LinkColumn] ?? name) + rest,
  )
}

function partsOf(rows: readonly TableRow[]): TableRow[][] {
  const parts: TableRow[][] = []
  let size = 0
  for (const row of rows) {
    const text = new TextEncoder().encode(JSON.stringify(row.link)).length
    const last = parts.at(-1)
    if (last && last.length < mostRows && size + text <= mostText) last.push(row)
    else parts.push([row])
    size = last === parts.at(-1) ? size + text : text
  }
  return parts
}

export const rowsIn = (state: RowResult["state"], progress: ImportProgress | undefined): TableRow[] =>
  (progress?.results ?? []).flatMap((result) => (result.state === state ? [result.row] : []))

export const howMany = (number: number, what: string): string =>
  `${number.toLocaleString()} ${number === 1 ? what : `${what}s`}`
