import { z } from "zod"
import { personAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { noSuchConnection } from "../consent-errors.ts"
import { endGrant, findOwnGrant } from "../tokens/index.ts"
import { noteRevoked } from "./note-revoked.ts"
import { listOlderOfSameApp } from "./same-app-store.ts"

export const revokeOlderConnections = personAction("console", {
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
    noteRevoked(cx, ended)
    return { ended }
  },
})
