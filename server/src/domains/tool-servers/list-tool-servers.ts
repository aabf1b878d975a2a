import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { readToolServers, toolServer } from "./tool-server.ts"

export const listToolServers = workspaceAction("member", "console", {
  input: z.object({}),
  output: z.object({
    items: z.array(toolServer),
    isOff: z.boolean().describe("Whether this installation attaches none at all."),
  }),
  async run(cx) {
    return {
      items: await readToolServers(cx),
      isOff: cx.toolServers.isOff,
    }
  },
})
