import { useQueryClient } from "@tanstack/react-query"
import { useCallback, useRef, useState } from "react"
import { Refused } from "../../../api/call.ts"
import { newUuid } from "../../../api/uuid.ts"
import { type AnswerOf, change } from "../../ask.ts"
import { headerOf, type TableFileRow } from "../link-table.ts"
import { staleLinks } from "../stale-links.ts"

export interface RowResult {
  row: TableFileRow
  state: Answer["rows"][number]["state"]
  slug: string | null
  destination: string | null
  reason?: string
  /** How the short name differs from the file's. */
  note?: string
}

export interface ImportProgress {
  done: number
  results: readonly RowResult[]
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
    rows: readonly TableFileRow[],
    { only_checks }: { only_checks: boolean },
  ): Promise<ImportProgress> => {
    let now: ImportProgress = { done: 0, results: [] }
    const places = new Map<string, number>()
    show(now)
    for (const part of partsOf(rows)) {
      if (!isWanted.current) break
      const answer = await sendPart(part, only_checks).catch((error: Error) => {
        // After a partial import, the reader still gets to see what was created.
        if (only_checks || now.done === 0) throw error
        return error
      })
      const results =
        answer instanceof Error ? unsent(rows.slice(now.done), part, answer) : resultsOf(part, answer, places)
      now = { done: now.done + part.length, results: [...now.results, ...results] }
      show(now)
      if (answer instanceof Error) break
    }
    if (!only_checks) await Promise.all(staleLinks.map((name) => queries.invalidateQueries({ queryKey: [name] })))
    return now
  }
  const stop = useCallback(() => {
    isWanted.current = false
  }, [])
  return { progress, send, stop }
}

/** Retries a batch with the same idempotency key if the service was unreachable or asked to wait. */
async function sendPart(part: readonly TableFileRow[], only_checks: boolean): Promise<Answer> {
  const key = newUuid()
  for (let tries = 1; ; tries += 1) {
    try {
      return await change("import-links", { rows: part.map(({ link }) => link), only_checks }, key)
    } catch (error) {
      if (!(error instanceof Refused && error.isPassing) || tries === 5) throw error
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? tries) * 1_000))
    }
  }
}

function unsent(rows: readonly TableFileRow[], part: readonly TableFileRow[], error: Error): RowResult[] {
  return rows.map((row) => {
    const isOfPart = part.includes(row)
    return refused(
      row,
      isOfPart ? `${error.message} Check whether this link was created.` : "Not sent. Import this row again.",
    )
  })
}

const refused = (row: TableFileRow, reason: string): RowResult => {
  const { slug = null, destination = null } = row.link
  return { row, state: "refused", slug, destination, reason }
}

/** `places` maps short URLs of earlier batches to their lines: the service checks each batch on its own. */
function resultsOf(part: readonly TableFileRow[], { rows }: Answer, places: Map<string, number>): RowResult[] {
  return part.flatMap((row, at) => {
    const answered = rows[at]
    if (!answered) return []
    const { slug, domain, destination, state, refusal, note } = answered
    if (refusal) return refused(row, reasonOf(refusal))
    const place = domain === null ? `/${slug?.toLowerCase()}` : `${domain}/${slug}`
    const before = slug === null ? undefined : places.get(place)
    if (before !== undefined) return refused(row, `Short name “${slug}” is already used in line ${before}.`)
    places.set(place, row.line)
    return { row, state, slug, destination, ...(note && { note }) }
  })
}

/** Names columns by their headers. The hint of a message that begins with a column's name is for programs. */
function reasonOf({ message, hint = "" }: { message: string; hint?: string | undefined }): string {
  if (!message.startsWith("`")) return `${message} ${hint}`.trim()
  return message.replace(/`(\w+)([^`]*)`/g, (_quoted, name: string, rest: string) => headerOf(name) ?? name + rest)
}

function partsOf(rows: readonly TableFileRow[]): TableFileRow[][] {
  const parts: TableFileRow[][] = []
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
