import type { z } from "zod"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Inside } from "#storage/database.ts"
import { noteToStore } from "./note-change.ts"

/** A type of event. It is declared beside the rule that makes it true. */
export interface EventKind<Data extends z.ZodType = z.ZodType> {
  /** The family and the past participle, such as `link.created`. */
  readonly type: string
  /** The payload that developers get. No secrets: no delivery link, gift code, note, network or token. */
  readonly data: Data
  readonly sentence: string
  /** Fields of its example that differ from the usual values of `eventExample`. */
  readonly example: Partial<z.input<Data>>
}

export function event<Data extends z.ZodType>(type: string, data: Data, sentence: string): EventKind<Data> {
  return { type, data, sentence, example: {} }
}

export const withExample = <Data extends z.ZodType>(
  example: Partial<z.input<Data>>,
  kind: EventKind<Data>,
): EventKind<Data> => ({ ...kind, example })

interface Happened<Data extends z.ZodType> {
  readonly workspaceId: WorkspaceId
  readonly type: EventKind<Data>
  /** The id of the thing that it is about. */
  readonly subject: string
  /** Called at the end of the transaction, and only if an endpoint wants the type. */
  readonly data: (cx: Inside) => z.input<Data> | Promise<z.input<Data>>
  /** The only endpoint that gets it. For tests of an endpoint. */
  readonly onlyFor?: string
}

/**
 * Records that something happened, for the endpoints that want the type; it commits only with the transaction. It
 * takes its place from the number of the transaction's last change in the workspace.
 */
export function noteEvent<Data extends z.ZodType>(
  cx: Inside,
  { workspaceId, type: kind, subject, data, onlyFor }: Happened<Data>,
): void {
  noteToStore(cx, {
    ...{ workspaceId, type: kind.type, subject, onlyFor },
    write: async () => writeData(await data(cx)),
  })
}

const mostBytes = 15_000
const cutMark = "… (cut)"

/** Writes JSON of at most 15 kB: the longest texts are cut, and end with `… (cut)`. */
export function writeData(data: unknown): string {
  for (let longest = 4_000; ; longest = Math.floor(longest / 2)) {
    const json = JSON.stringify(data, (_, value) => (typeof value === "string" ? cut(value, longest) : value))
    if (Buffer.byteLength(json) <= mostBytes) return json
    if (longest < 50) throw new Error("The data of an event is too large.")
  }
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}${cutMark}`
}
