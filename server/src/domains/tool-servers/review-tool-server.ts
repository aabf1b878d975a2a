import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { narrowPermits } from "#access/permit-store.ts"
import { conflict } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { pinListedTool, unpin } from "./pins/index.ts"
import { lockServerRow, noSuchServer, noteServerChange, ownServer } from "./servers/index.ts"

const name = z.string().min(1).max(128)

/** Accepts tools by the digest that the admin saw, and withdraws others. If one tool changed since, accepts none. */
export const reviewToolServer = workspaceAction("admin", "console", {
  changes: ["tool-servers"],
  input: z.object({
    id: idInput,
    accept: z
      .array(z.object({ name, digest: z.string().min(1).max(64) }))
      .max(256)
      .default([]),
    takeBack: z.array(name).max(256).default([]).describe("Tools that are not to be used any more."),
  }),
  output: z.object({ id: z.string() }),
  async run(cx, { id, accept, takeBack }) {
    await ownServer(cx, cx, id)
    await cx.atomically(async (cx) => {
      if (!(await lockServerRow(cx, id))) throw noSuchServer()
      for (const { name, digest } of accept) {
        const isAsSeen = await pinListedTool(cx, { serverId: id, name, digest }, cx.accountId)
        if (!isAsSeen) throw changedMeanwhile(name)
      }
      for (const name of takeBack) await unpin(cx, id, name)
      if (takeBack.length > 0) await narrowPermits(cx, cx.workspaceId)
    })
    noteServerChange(cx, "reviewed")
    return { id }
  },
})

const changedMeanwhile = (name: string) => conflict(`${name} has changed.`, "Review it again.")
