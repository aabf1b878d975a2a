import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { ServiceError } from "#kernel/error.ts"
import { docId, version } from "./doc-input.ts"
import { doc, noSuchDoc, toDoc } from "./doc-shape.ts"
import { findDoc, findDocVersion } from "./doc-store.ts"
import { overwrite } from "./save-doc.ts"

/** Restores an earlier version of a doc. The present content becomes a version, so nothing is lost. Members may. */
export const restoreDocVersion = workspaceAction({
  scope: "console",
  role: "member",
  input: z.object({ id: docId, version: version.describe("One of the doc's versions.") }),
  output: doc,
  async run(cx, { id, version }) {
    return cx.atomically(async (cx) => {
      const now = await findDoc(cx, id)
      if (!now) throw noSuchDoc()
      const then = await findDocVersion(cx, id, version)
      if (!then) throw noSuchVersion()
      const { title, emoji, body } = then
      return toDoc(await overwrite(cx, now, { title, emoji, body, keepsAlways: true }))
    })
  },
})

const noSuchVersion = () =>
  new ServiceError("not_found", "This version of the doc is not kept.", { hint: "List its versions and choose one." })
