import { useQueryClient } from "@tanstack/react-query"
import { useCallback, useRef, useState } from "react"
import { Refused } from "../../../api/call.ts"
import { newUuid } from "../../../api/uuid.ts"
import { type AnswerOf, change } from "../../ask.ts"
import type { FileRow } from "../link-table.ts"
import { staleLinks } from "../stale-links.ts"

/** Why a row of the file is no link. */
export interface Fault {
  row: FileRow
  reason: string
}

/** How far it has come, and what was found. */
export interface Progress {
  done: number
  faults: readonly Fault[]
}

/** The most rows, and characters of them, that are sent at once. */
const mostRows = 500
const mostText = 40_000

type Answer = AnswerOf<"import-links">

/** Sends the rows of a file part by part, to be checked or to be made into links. A part counts once, however often sent. */
export function useImport() {
  const queries = useQueryClient()
  const [progress, show] = useState<Progress>()
  const isWanted = useRef(true)
  const send = async (rows: readonly FileRow[], { only_checks }: { only_checks: boolean }): Promise<Progress> => {
    let now: Progress = { done: 0, faults: [] }
    const places = new Map<string, number>()
    show(now)
    for (const part of partsOf(rows)) {
      if (!isWanted.current) break
      const answer = await sendPart(part, only_checks).catch((error: Error) => {
        // Of what was made already, the reader gets to know all the same.
        if (only_checks || now.done === 0) throw error
        return error
      })
      const faults =
        answer instanceof Error ? unsent(rows.slice(now.done), part, answer) : faultsOf(part, answer, places)
      now = { done: now.done + part.length, faults: [...now.faults, ...faults] }
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

/** Once more after a while where the service was not reached or says to wait: with the same key it happens once. */
async function sendPart(part: readonly FileRow[], only_checks: boolean): Promise<Answer> {
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

function unsent(rows: readonly FileRow[], part: readonly FileRow[], error: Error): Fault[] {
  return rows.map((row) => {
    const isOfPart = part.includes(row)
    return { row, reason: isOfPart ? `${error.message} Look whether this link is there.` : "It was not sent any more." }
  })
}

function faultsOf(part: readonly FileRow[], { rows }: Answer, places: Map<string, number>): Fault[] {
  return part.flatMap((row, at) => faultOf(row, rows[at], places))
}

/** `places` has the line of each short address before: parts are checked one by one, and do not know each other. */
function faultOf(row: FileRow, answered: Answer["rows"][number] | undefined, places: Map<string, number>): Fault[] {
  if (!answered) return []
  const { slug, domain, refusal } = answered
  if (refusal) return [{ row, reason: `${refusal.message.replaceAll("`", "")} ${refusal.hint ?? ""}`.trim() }]
  if (slug === null) return []
  const place = `${domain ?? ""}/${slug}`
  const before = places.get(place)
  places.set(place, before ?? row.line)
  return before === undefined ? [] : [{ row, reason: `The slug ${slug} stands in line ${before} already.` }]
}

function partsOf(rows: readonly FileRow[]): FileRow[][] {
  const parts: FileRow[][] = []
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
