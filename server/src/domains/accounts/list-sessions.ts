import { z } from "zod"
import { personAction } from "#access/action.ts"
import { sessionIdleMs } from "./session.ts"
import { listSessionsOf } from "./session-store.ts"

export const listSessions = personAction("console", {
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        isCurrent: z.boolean(),
        createdAt: z.int(),
        lastSeenAt: z.int().describe("Exact to ten minutes."),
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
