import * as Y from "yjs"
import { toJson } from "../conversion/index.ts"
import { accountsNamed, clientsNaming } from "../mentions/index.ts"
import { textOfDoc } from "../words/index.ts"
import { type Broken, build, type Stored } from "./build.ts"

export interface Derived {
  readonly seq: number
  readonly body: string
  readonly text: string
  /** The mentioned accounts, one entry for each mention, and the clients that wrote the mentions. */
  readonly named: readonly string[]
  readonly clients: ReadonlyMap<string, ReadonlySet<number>>
  readonly bodies?: ReadonlyMap<number, string>
}

export interface Digest {
  readonly derived: Derived
  readonly state: Uint8Array
  readonly rows: number
  readonly broken: readonly Broken[]
}

/** Derives the data of a doc that contains all updates up to `seq`. */
export function derive(doc: Y.Doc, seq: number): Derived {
  const json = toJson(doc)
  const mentions = { named: accountsNamed(json), clients: clientsNaming(doc) }
  return { seq, body: JSON.stringify(json), text: textOfDoc(json), ...mentions }
}

/** Digests stored rows. A megabyte takes a quarter of a second. */
export function digestStored(stored: Stored): Digest {
  const { doc, seq, rows, broken } = build(stored)
  const bodies = new Map((stored.ends ?? []).map((end) => [end, bodyAfter(stored, end)]))
  return { derived: { ...derive(doc, seq), bodies }, state: Y.encodeStateAsUpdate(doc), rows, broken }
}

/** The JSON of a doc after update `seq`. The state must not contain later updates. */
export function bodyAfter({ state, updates }: Stored, seq: number): string {
  const { doc } = build({ state, updates: updates.filter((update) => update.seq <= seq) })
  return JSON.stringify(toJson(doc))
}
