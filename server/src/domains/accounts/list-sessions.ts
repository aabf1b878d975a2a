import { z } from "zod"
import { personAction } from "#access/action.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { sessionIdleMs } from "./session.ts"
import { deleteSession, deleteSessionsBut, listSessionsOf } from "./session-store.ts"
import { noSuchSession } from "./sign-in-errors.ts"

/** The browsers that a person is signed in with, newest first. */
export const listSessions = personAction({
  scope: "console",
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        isCurrent: z.boolean(),
        createdAt: z.int(),
        lastSeenAt: z.int().describe("Exact to a minute."),
      }),
    ),
  }),
  async run(cx) {
    const sessions = await listSessionsOf(cx, cx.accountId, cx.now() - sessionIdleMs)
    return {
      items: sessions.map(({ id, label, created_at, last_seen_at }) => {
        return { id, label, isCurrent: id === cx.sessionId, createdAt: created_at, lastSeenAt: last_seen_at }
      }),
    }
  },
})

/** Ends one session; its browser is signed out with its next request. */
export const endSession = personAction({
  scope: "console",
  input: z.object({ id: lenientIdInput }),
  output: z.object({ isCurrent: z.boolean().describe("Whether it was the one that this request came with.") }),
  async run(cx, { id }) {
    const ended = await cx.atomically((cx) => deleteSession(cx, cx.accountId, id))
    if (!ended) throw noSuchSession()
    const reason = id === cx.sessionId ? "signed_out" : "ended_elsewhere"
    recordSecurityEvent(cx, "session_ended", { accountId: cx.accountId, reason, network: cx.network })
    return { isCurrent: id === cx.sessionId }
  },
})

/** Ends every session but the one that asks. */
export const endOtherSessions = personAction({
  scope: "console",
  input: z.object({}),
  output: z.object({ ended: z.int() }),
  async run(cx) {
    const ended = await cx.atomically((cx) => deleteSessionsBut(cx, cx.accountId, cx.sessionId ?? ""))
    recordSecurityEvent(cx, "session_ended", { accountId: cx.accountId, reason: "all_others", network: cx.network })
    return { ended }
  },
})
