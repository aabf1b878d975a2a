import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { findStorage } from "./storage-store.ts"

/** Returns how much the workspace stores, and its limit. Viewers may. */
export const getStorage = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.object({}),
  output: z.object({
    usedBytes: z.int().describe("Files, those in the trash included, and room that uploads hold."),
    quotaBytes: z.int(),
  }),
  async run(cx) {
    const { used_bytes, quota_bytes } = await findStorage(cx, cx.workspaceId)
    return { usedBytes: used_bytes, quotaBytes: quota_bytes }
  },
})
