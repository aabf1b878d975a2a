import { z } from "zod"
import { personAction } from "#access/action.ts"
import { noSuchConnection } from "./consent-errors.ts"
import { endGrant } from "./end-grant.ts"
import { findOwnGrant } from "./grant-row-store.ts"
import { idInput } from "./id-input.ts"

/**
 * Ends a connection of the person's. From the commit on none of its tokens opens or writes anything. Ending it twice
 * is no fault.
 */
export const revokeConnection = personAction({
  scope: "console",
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    await cx.atomically(async (cx) => {
      if (!(await findOwnGrant(cx, cx.accountId, id))) throw noSuchConnection()
      await endGrant(cx, id, { reason: "revoked" })
    })
    return { id }
  },
})
