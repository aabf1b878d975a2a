import { buffer } from "node:stream/consumers"
import type { Context } from "#access/context.ts"
import { findStored } from "./asset-store.ts"

/** The content of a file of another build; undefined where none of that name is kept. */
export async function readKeptAsset(cx: Context, name: string): Promise<Buffer | undefined> {
  const blobKey = await findStored(cx, name)
  return blobKey === undefined ? undefined : buffer(await cx.blobs.read(blobKey))
}
