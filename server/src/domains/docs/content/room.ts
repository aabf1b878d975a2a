import * as Y from "yjs"
import type { Context } from "#access/context.ts"
import { hasRoom } from "#domains/drive/index.ts"
import type { ReadUpdate } from "../vetting/index.ts"
import type { OneDoc } from "./client-store.ts"

/** How long an answer is cached, so that no keystroke causes a query. */
const recheckMs = 5_000

/** Returns a function that says whether a workspace has storage left. The answer may be a few seconds old. */
export function lookForRoom(cx: Context, { workspaceId }: OneDoc): () => Promise<boolean> {
  let last: { readonly at: number; readonly hasRoom: Promise<boolean> } | undefined
  return async () => {
    if (!last || cx.now() - last.at >= recheckMs) last = { at: cx.now(), hasRoom: hasRoom(cx, workspaceId) }
    try {
      return await last.hasRoom
    } catch (fault) {
      last = undefined
      throw fault
    }
  }
}

/** Whether an update does more than delete. Deletions are accepted where no storage is left. */
export const adds = ({ structs }: ReadUpdate): boolean =>
  structs.some((struct) => struct instanceof Y.Item && !(struct.content instanceof Y.ContentDeleted))
