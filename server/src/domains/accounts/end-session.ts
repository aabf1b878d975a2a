import { z } from "zod"
import { personAction } from "#access/action.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { deleteSession } from "./session-store.ts"
import { noSuchSignInSession } from "./sign-in-errors.ts"

/** Ends one session; its browser is signed out with its next request. */
export const endSession = personAction("console", {
  input: z.object({ id: lenientIdInput }),
  output: z.object({ isCurrent: z.boolean().describe("Whether it is the session of this request.") }),
  async run(cx, { id }) {
    const ended = await cx.atomically((cx) => deleteSession(cx, cx.accountId, id))
    if (!ended) throw noSuchSignInSession()
    const reason = id === cx.sessionId ? "signed_out" : "ended_elsewhere"
    recordSecurityEvent(cx, "session_ended", { accountId: cx.accountId, reason, network: cx.network })
    return { isCurrent: id === cx.sessionId }
  },
})
