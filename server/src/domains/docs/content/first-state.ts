import * as Y from "yjs"
import type { Context, Inside } from "#access/context.ts"
import { fromJson, isTree, toJson } from "../conversion/index.ts"
import { build, derive, type Loaded } from "../digest/index.ts"
import { newDoc } from "../vetting/index.ts"
import { deleteUpdatesUpTo, putState } from "./compact-store.ts"
import { insertFirstState, lockBody } from "./content-store.ts"
import { writeDerived } from "./derived.ts"
import { measureDoc } from "./derived-store.ts"
import { serverClient } from "./limits.ts"
import { readStored } from "./load-content.ts"

/** Converts a doc that has only JSON or an older format. Locks its row: two conversions would double the text. */
export async function beginContent(cx: Context, docId: string): Promise<void> {
  await cx.atomically((cx) => beginInside(cx, docId))
}

/** Like `beginContent`, inside a transaction that then has the lock of the doc's row. Returns the stored content. */
export async function beginInside(cx: Inside, docId: string): Promise<Loaded> {
  const locked = await lockBody(cx, docId)
  const loaded = build(await readStored(cx, docId))
  if (locked === undefined || (loaded.hasBegun && !isTree(loaded.doc))) return loaded
  if (loaded.hasBegun) await replaceTree(cx, docId, loaded)
  else await insertFirstState(cx, { docId, workspaceId: locked.workspace_id }, firstState(JSON.parse(locked.body)))
  await measureDoc(cx, docId)
  return build(await readStored(cx, docId))
}

/** Converts a doc of schema 1 from a tree to lines. Derives sittings and words before the updates are deleted. */
async function replaceTree(cx: Inside, docId: string, { doc, seq }: Loaded): Promise<void> {
  await writeDerived(cx, docId, derive(doc, seq))
  await putState(cx, docId, { seq, bytes: firstState(toJson(doc)) })
  await deleteUpdatesUpTo(cx, docId, seq)
}

function firstState(json: unknown): Uint8Array {
  const doc = newDoc()
  doc.clientID = serverClient
  fromJson(doc, json)
  return Y.encodeStateAsUpdate(doc)
}
