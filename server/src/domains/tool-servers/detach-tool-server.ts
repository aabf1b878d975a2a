import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { narrowPermits } from "#access/permit-store.ts"
import { idInput } from "#kernel/id-input.ts"
import { deletePinRows } from "./pins/index.ts"
import { changeServerRow, noSuchServer, noteServerChange, ownServer } from "./servers/index.ts"
import { endSignIns } from "./sign-ins/index.ts"
import { endTokens } from "./tokens/index.ts"

/** Detaches a tool server: deletes its tools and credentials at once, and revokes them at the server. Admins may. */
export const detachToolServer = workspaceAction("admin", "console", {
  changes: ["tool-servers"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    await ownServer(cx, cx, id)
    await cx.atomically(async (cx) => {
      const nothing = { name: "", url_sealed: "", host: "", place_sealed: null, left_out: "[]", failure: null }
      // Runs first: a concurrent write commits before it and is deleted below, or finds the server detached.
      if (!(await changeServerRow(cx, id, { ...nothing, detached_at: cx.now() }))) throw noSuchServer()
      await endTokens(cx, { serverId: id })
      await endSignIns(cx, id)
      await deletePinRows(cx, id)
      await narrowPermits(cx, cx.workspaceId)
    })
    noteServerChange(cx, "detached")
    return { id }
  },
})
