import type { Listing } from "../port.ts"
import type { SandboxFile } from "./file.ts"

interface EventRow {
  id: string
  account: string
  type: string
  /** JSON. */
  data: string
  created_at: number
}

export function insertEvent(file: SandboxFile, event: EventRow): void {
  file.insert("events", event)
}

/** Newest first, before the event that the cursor names. Undefined when the cursor is unknown. */
export function listEventRows(
  file: SandboxFile,
  processorAccount: string,
  { createdFrom, cursor, limit }: Omit<Listing, "cursor"> & { cursor: string | undefined; limit: number },
): EventRow[] | undefined {
  const last = file.row<{ place: number }>("select rowid as place from events where id = ?", cursor ?? "")
  if (cursor !== undefined && !last) return undefined
  return file.rows<EventRow>(
    "select * from events where account = ? and created_at >= ? and rowid < ? order by rowid desc limit ?",
    processorAccount,
    createdFrom,
    last?.place ?? Number.MAX_SAFE_INTEGER,
    limit,
  )
}
