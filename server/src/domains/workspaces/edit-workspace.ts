import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { nameInput } from "#kernel/name-input.ts"
import { renameWorkspace } from "./workspace-store.ts"

/** Changes what people see as the workspace's name. Its slug, and with it every address, stays. Admins may. */
export const editWorkspace = workspaceAction({
  scope: "console",
  role: "admin",
  input: z.object({ name: nameInput.describe("What people see; 1 to 80 characters.") }),
  output: z.object({ slug: z.string(), name: z.string() }),
  async run(cx, { name }) {
    await cx.atomically((cx) => renameWorkspace(cx, name))
    return { slug: cx.workspace.slug, name }
  },
})
