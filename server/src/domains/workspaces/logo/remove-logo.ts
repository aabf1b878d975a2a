import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { deleteLogo } from "./logo-store.ts"

export const removeLogo = workspaceAction("admin", "console", {
  changes: ["workspace"],
  input: z.object({}),
  output: z.object({}),
  async run(cx) {
    await cx.atomically((cx) => deleteLogo(cx))
    return {}
  },
})
