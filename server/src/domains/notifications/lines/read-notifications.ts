import { z } from "zod"
import { personAction } from "#access/action.ts"
import { noteChange } from "#changes/note-change.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { markRead } from "./line-store.ts"

/** Marks one line as read, or all lines that the caller has seen. Later lines stay unread. */
export const readNotifications = personAction("console", {
  input: z.union([
    z.object({ id: lenientIdInput }),
    z.object({ until: z.int().min(0).describe("The time of the latest line that was seen, epoch milliseconds.") }),
  ]),
  output: z.object({}),
  async run(cx, lines) {
    await cx.atomically(async (cx) => {
      for (const workspaceId of await markRead(cx, lines)) {
        noteChange(cx, { workspaceId, kind: "notifications", ref: cx.accountId })
      }
    })
    return {}
  },
})
