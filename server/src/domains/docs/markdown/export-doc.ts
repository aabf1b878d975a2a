import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { readPresent } from "../content/index.ts"
import { docId } from "../doc-input.ts"
import { noSuchDoc } from "../doc-shape.ts"
import { findDoc } from "../doc-store.ts"
import { lossesOfExport } from "./export-losses.ts"
import { toMarkdownFile } from "./to-file.ts"

export const exportDoc = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.strictObject({ id: docId }),
  output: z.object({
    fileName: z.string(),
    markdown: z.string(),
    lost: z.array(z.string()).describe("What Markdown cannot say, a sentence for each kind of thing."),
  }),
  async run(cx, { id }) {
    const doc = await findDoc(cx, id)
    if (!doc) throw noSuchDoc()
    const body = await readPresent(cx, doc)
    return { ...toMarkdownFile(doc, body), lost: lossesOfExport(body) }
  },
})
