import { z } from "zod"
import { personAction } from "#access/action.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { deleteSessionsBut } from "./session-store.ts"

export const endOtherSessions = personAction("console", {
  input: z.object({}),
  output: z.object({ ended: z.int() }),
  async run(cx) {
    const ended = await cx.atomically((cx) => deleteSessionsBut(cx, cx.accountId, cx.sessionId ?? ""))
    recordSecurityEvent(cx, "session_ended", { accountId: cx.accountId, reason: "all_others", network: cx.network })
    return { ended }
  },
})
