import { z } from "zod"
import { personAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { noSuchConnection } from "../consent-errors.ts"
import { endGrant, findOwnGrant } from "../tokens/index.ts"
import { noteRevoked } from "./note-revoked.ts"

/** Ends a connection of the person: its tokens are invalid from the commit on. Doing it twice is no error. */
export const revokeConnection = personAction("console", {
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    const hasEnded = await cx.atomically(async (cx) => {
      if (!(await findOwnGrant(cx, cx.accountId, id))) throw noSuchConnection()
      return endGrant(cx, id, { reason: "revoked" })
    })
    if (hasEnded) noteRevoked(cx, [id])
    return { id }
  },
})
