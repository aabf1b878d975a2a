import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member, Reading } from "#access/context.ts"
import { countedBytes, measureSizes } from "./room.ts"
import { findStorage } from "./storage-store.ts"

export const storageUse = z.object({
  usedBytes: z.int().describe("All that counts, what is in the trash included."),
  quotaBytes: z.int(),
})

/** Reads the last count, from one row. */
export async function findStorageUse(cx: Reading & Member): Promise<z.input<typeof storageUse>> {
  const { used_bytes, counted_bytes, quota_bytes } = await findStorage(cx, cx.workspaceId)
  return { usedBytes: used_bytes + counted_bytes, quotaBytes: quota_bytes }
}

export const getStorage = workspaceAction("viewer", "console", {
  input: z.object({}),
  output: storageUse.extend({
    kinds: z
      .object({
        files: z.int().describe("Room that uploads hold included."),
        docs: z.int().describe("Current docs, with the traces of deleted text."),
        versions: z.int().describe("Earlier versions of docs."),
        conversations: z.int().describe("All members' conversations with the assistant."),
        links: z.int().describe("Short links."),
      })
      .describe("How the used bytes are made up."),
  }),
  async run(cx) {
    const { used_bytes: files, quota_bytes } = await findStorage(cx, cx.workspaceId)
    const sizes = await measureSizes(cx, cx.admission, cx.workspaceId)
    return { usedBytes: files + countedBytes(sizes), quotaBytes: quota_bytes, kinds: { files, ...sizes } }
  },
})
