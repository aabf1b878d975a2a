import { z } from "zod"
import { personAction } from "#access/action.ts"
import { countUnread } from "./line-store.ts"

/** The count stops here. A larger number need not be exact. */
const countedAtMost = 100

export const countNotifications = personAction("console", {
  input: z.object({}),
  output: z.object({ unread: z.int().describe(`${countedAtMost} stands for as many or more.`) }),
  async run(cx) {
    return { unread: await countUnread(cx, countedAtMost) }
  },
})
