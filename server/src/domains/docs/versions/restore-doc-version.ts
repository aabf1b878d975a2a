import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { needRoom } from "#domains/drive/index.ts"
import { appendUpdate } from "../content/index.ts"
import { docId, version } from "../doc-input.ts"
import { noSuchDoc } from "../doc-shape.ts"
import { findDoc, renameDocRow } from "../doc-store.ts"
import { noSuchVersion } from "./no-such-version.ts"
import { findVersionRow } from "./version-store.ts"

/** Writes it as an update of the caller, which open editors show. The text before becomes a version. */
export const restoreDocVersion = workspaceAction("member", "console", {
  changes: ["docs"],
  input: z.strictObject({ id: docId, version: version.describe("One of the doc's versions.") }),
  output: z.object({ hasChanged: z.boolean().describe("Whether the text was another before.") }),
  async run(cx, { id, version }) {
    const { admission } = cx
    return cx.atomically(async (cx) => {
      const now = await findDoc(cx, id)
      if (!now) throw noSuchDoc()
      const then = await findVersionRow(cx, id, version)
      if (!then) throw noSuchVersion()
      const { title, emoji, body } = then
      await needRoom(cx, { admission, bytes: Buffer.byteLength(body) })
      // Never replaces the stored state by the old one: open browsers would merge the new text back.
      const seq = await appendUpdate(cx, id, (doc, { fromJson }) => fromJson(doc, JSON.parse(body)))
      if (title !== now.title || emoji !== now.emoji) await renameDocRow(cx, id, { title, emoji })
      return { hasChanged: seq !== undefined }
    })
  },
})
