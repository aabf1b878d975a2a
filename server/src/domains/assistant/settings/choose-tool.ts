import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { narrowPermits } from "#access/permit-store.ts"
import { conflict, invalidInput } from "#kernel/error.ts"
import { choiceMs, openJudge, putPermissionChoice, removeAllowances } from "../permissions/index.ts"
import { noSuchTool } from "./permission-input.ts"
import { listSettingsTools, noConversation } from "./settings-tools.ts"

/**
 * Sets for the caller whether a tool asks or runs by itself, for 90 days and only for the tool's present definition.
 * Choosing `ask` also removes the caller's allowances in single conversations.
 */
export const chooseTool = workspaceAction("viewer", "console", {
  changes: ["assistant"],
  input: z.strictObject({
    tool: z.string().min(1).max(64),
    level: z.enum(["ask", "always"]),
    digest: z.string().max(64).describe("Of the definition that was looked at."),
  }),
  output: z.object({ expiresAt: z.int() }),
  async run(cx, { tool: name, level, digest }) {
    const tool = (await listSettingsTools(cx)).find((one) => one.name === name)
    if (!tool) throw noSuchTool()
    if (tool.digest !== digest) throw isAnother()
    const most = (await openJudge(cx, { ...cx, ...noConversation }, cx.assistant.isOn)).mostOf(tool)
    if (most.level === "never" || (most.level === "ask" && level === "always")) {
      throw invalidInput("This permission is set by your workspace.", most.why, "level")
    }
    const until = cx.now() + choiceMs
    await cx.atomically(async (cx) => {
      if (level === "ask") {
        await narrowPermits(cx, cx.workspaceId)
        await removeAllowances(cx, cx, name)
      }
      await putPermissionChoice(cx, cx, { tool: name, level, digest, until })
    })
    return { expiresAt: until }
  },
})

const isAnother = () => conflict("This tool has changed.", "Reload the page and review it.")
