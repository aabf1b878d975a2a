import * as Y from "yjs"
import type { Context, Inside } from "#access/context.ts"
import { fromJson } from "../conversion/index.ts"
import { newDoc } from "../vetting/index.ts"
import { findState, insertFirstState, lockBody } from "./content-store.ts"
import { serverClient } from "./limits.ts"

/**
 * Makes a shared doc of one that has only its JSON yet: a new one, or one of before. Under the lock of the doc's row,
 * since two who did it at once would double the text. The JSON stays as it is.
 */
export async function beginContent(cx: Context, docId: string): Promise<void> {
  await cx.atomically((cx) => beginInside(cx, docId))
}

/** The same inside a transaction, which holds the doc's row from then on. */
export async function beginInside(cx: Inside, docId: string): Promise<void> {
  const body = await lockBody(cx, docId)
  if (body === undefined || (await findState(cx, docId, -1))) return
  await insertFirstState(cx, docId, firstState(body))
}

function firstState(body: string): Uint8Array {
  const doc = newDoc()
  doc.clientID = serverClient
  fromJson(doc, JSON.parse(body))
  return Y.encodeStateAsUpdate(doc)
}
