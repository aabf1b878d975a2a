import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { readPresent } from "../content/index.ts"
import { docId } from "../doc-input.ts"
import { noSuchDoc } from "../doc-shape.ts"
import { findDoc } from "../doc-store.ts"
import { toMarkdownFile } from "./to-file.ts"

export const exportDoc = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.strictObject({ id: docId }),
  output: z.object({ fileName: z.string(), markdown: z.string() }),
  async run(cx, { id }) {
    const doc = await findDoc(cx, id)
    if (!doc) throw noSuchDoc()
    return toMarkdownFile(doc, await readPresent(cx, doc))
  },
})
