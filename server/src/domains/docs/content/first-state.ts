import * as Y from "yjs"
import type { Context, Inside } from "#access/context.ts"
import { fromJson, isTree, toJson } from "../conversion/index.ts"
import { build, derive, type Loaded } from "../digest/index.ts"
import { newDoc } from "../vetting/index.ts"
import type { OneDoc } from "./client-store.ts"
import { deleteUpdatesUpTo, putState } from "./compact-store.ts"
import { insertFirstState, lockBody } from "./content-store.ts"
import { writeDerived } from "./derived.ts"
import { measureDoc } from "./derived-store.ts"
import { serverClient } from "./limits.ts"
import { readStored } from "./load-content.ts"

/** Converts a doc that has only JSON or an older format. Locks its row: two conversions would double the text. */
export async function beginContent(cx: Context, doc: OneDoc): Promise<void> {
  await cx.atomically((cx) => beginInside(cx, doc))
}

/** Like `beginContent`, inside a transaction that then has the lock of the doc's row. Returns the stored content. */
export async function beginInside(cx: Inside, one: OneDoc): Promise<Loaded> {
  const locked = await lockBody(cx, one)
  const loaded = build(await readStored(cx, one))
  if (locked === undefined || (loaded.hasBegun && !isTree(loaded.doc))) return loaded
  if (loaded.hasBegun) await replaceTree(cx, one, loaded)
  else await insertFirstState(cx, one, firstState(JSON.parse(locked.body)))
  await measureDoc(cx, one)
  return build(await readStored(cx, one))
}

/** Converts a doc of schema 1 from a tree to lines. Derives sessions and words before the updates are deleted. */
async function replaceTree(cx: Inside, one: OneDoc, { doc, seq }: Loaded): Promise<void> {
  await writeDerived(cx, one, derive(doc, seq))
  await putState(cx, one, { seq, bytes: firstState(toJson(doc)) })
  await deleteUpdatesUpTo(cx, one, seq)
}

function firstState(json: unknown): Uint8Array {
  const doc = newDoc()
  doc.clientID = serverClient
  fromJson(doc, json)
  return Y.encodeStateAsUpdate(doc)
}
