import { hash } from "node:crypto"
import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { canonicalJson } from "#kernel/canonical-json.ts"
import { readPresent } from "../content/index.ts"
import { docId } from "../doc-input.ts"
import { noSuchDoc } from "../doc-shape.ts"
import { findDoc } from "../doc-store.ts"

export const getDocDigest = workspaceAction("viewer", "console", {
  input: z.strictObject({ id: docId }),
  output: z.object({ digest: z.string() }),
  async run(cx, { id }) {
    const doc = await findDoc(cx, id)
    if (!doc) throw noSuchDoc()
    const { title, emoji } = doc
    return { digest: hash("sha256", canonicalJson({ title, emoji, body: await readPresent(cx, doc) })) }
  },
})
