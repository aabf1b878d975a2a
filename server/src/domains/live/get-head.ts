import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { findLastSeq } from "./change-log-store.ts"

/** Returns the number of the workspace's last change. A page calls this before it reads the workspace. */
export const getHead = workspaceAction("viewer", "console", {
  input: z.object({}),
  output: z.object({ seq: z.int() }),
  run: async (cx) => ({ seq: await findLastSeq(cx, cx.workspaceId) }),
})
