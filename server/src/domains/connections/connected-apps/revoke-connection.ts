import { z } from "zod"
import { personAction } from "#access/action.ts"
import type { Person } from "#access/caller.ts"
import type { Context } from "#access/context.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { idInput } from "#kernel/id-input.ts"
import { noSuchConnection } from "../consent-errors.ts"
import { endGrant, findOwnGrant } from "../tokens/index.ts"
import { listOlderOfSameApp } from "./same-app-store.ts"

/**
 * Ends a connection of the person's. From the commit on none of its tokens opens or writes anything. Ending it twice
 * is no fault.
 */
export const revokeConnection = personAction({
  scope: "console",
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    const hasEnded = await cx.atomically(async (cx) => {
      if (!(await findOwnGrant(cx, cx.accountId, id))) throw noSuchConnection()
      return endGrant(cx, id, { reason: "revoked" })
    })
    if (hasEnded) noteEnded(cx, [id])
    return { id }
  },
})

/** Ends those of the person's connections that are of the same app as this one, and older. */
export const revokeOlderConnections = personAction({
  scope: "console",
  input: z.object({ id: idInput }),
  output: z.object({ ended: z.array(z.string()) }),
  async run(cx, { id }) {
    const ended = await cx.atomically(async (cx) => {
      const newest = await findOwnGrant(cx, cx.accountId, id)
      if (!newest) throw noSuchConnection()
      const older = await listOlderOfSameApp(cx, newest)
      for (const grant of older) await endGrant(cx, grant.id, { reason: "revoked" })
      return older.map((grant) => grant.id)
    })
    noteEnded(cx, ended)
    return { ended }
  },
})

function noteEnded(cx: Context<Person>, ids: readonly string[]): void {
  const about = { accountId: cx.accountId, reason: "revoked", network: cx.network }
  for (const connectionId of ids) recordSecurityEvent(cx, "connection_ended", { ...about, connectionId })
}
