import { z } from "zod"
import { personAction } from "#access/action.ts"
import { countUnread } from "./line-store.ts"

/** So many are counted; more need no exact number. */
const countedAtMost = 100

/** Counts what the caller was told of and has not read, in all of their workspaces. */
export const countNotifications = personAction({
  scope: "console",
  input: z.object({}),
  output: z.object({ unread: z.int().describe(`${countedAtMost} stands for as many or more.`) }),
  async run(cx) {
    return { unread: await countUnread(cx, countedAtMost) }
  },
})
