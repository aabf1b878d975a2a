import { z } from "zod"
import { personAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { noSuchConnection } from "../consent-errors.ts"
import { findListedGrant } from "../tokens/index.ts"
import { connection, toConnection } from "./list-connections.ts"

export const getConnection = personAction("console", {
  input: z.object({ id: idInput }),
  output: connection,
  async run(cx, { id }) {
    const row = await findListedGrant(cx, cx.accountId, id)
    if (!row) throw noSuchConnection()
    return toConnection(cx, row)
  },
})
