import * as Y from "yjs"
import { toJson } from "../conversion/index.ts"
import { accountsNamed, clientsNaming } from "../mentions/index.ts"
import { textOf } from "../words/index.ts"
import { type Broken, build, type Stored } from "./build.ts"

/** What is derived from the content of a doc. */
export interface Derived {
  /** The update up to which the content was read. */
  readonly seq: number
  readonly body: string
  /** What is searched. */
  readonly text: string
  /** The accounts that are named in it, each as often as it is, and the clients that wrote these mentions. */
  readonly named: readonly string[]
  readonly clients: ReadonlyMap<string, ReadonlySet<number>>
  /** The JSON after the updates for which it was wanted. */
  readonly bodies?: ReadonlyMap<number, string>
}

/** All that is made of what is stored of a doc. */
export interface Digest {
  readonly derived: Derived
  /** The state that holds all of it. */
  readonly state: Uint8Array
  /** How many updates were read beside the state of before. */
  readonly rows: number
  readonly broken: readonly Broken[]
}

/** Reads from a doc that holds all updates up to `seq` what is kept beside them. */
export function derive(doc: Y.Doc, seq: number): Derived {
  const json = toJson(doc)
  const mentions = { named: accountsNamed(json), clients: clientsNaming(doc) }
  return { seq, body: JSON.stringify(json), text: textOf(json), ...mentions }
}

/** Makes all that is made of what is stored of a doc. It takes a quarter of a second for each megabyte. */
export function digestStored(stored: Stored): Digest {
  const { doc, seq, rows, broken } = build(stored)
  const bodies = new Map((stored.ends ?? []).map((end) => [end, bodyAfter(stored, end)]))
  return { derived: { ...derive(doc, seq), bodies }, state: Y.encodeStateAsUpdate(doc), rows, broken }
}

/** The JSON of a doc after an update whose successors are not in its state yet. */
export function bodyAfter({ state, updates }: Stored, seq: number): string {
  const { doc } = build({ state, updates: updates.filter((update) => update.seq <= seq) })
  return JSON.stringify(toJson(doc))
}
