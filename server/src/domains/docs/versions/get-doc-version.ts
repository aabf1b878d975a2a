import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { DocNode } from "#contract/docs/doc-node.ts"
import { readPresent } from "../content/index.ts"
import { docId, version } from "../doc-input.ts"
import { noSuchDoc } from "../doc-shape.ts"
import { findDoc } from "../doc-store.ts"
import { noSuchVersion } from "./no-such-version.ts"
import { findVersionRow } from "./version-store.ts"

export const getDocVersion = workspaceAction("viewer", "console", {
  input: z.strictObject({
    id: docId,
    version: version.nullable().describe("One of the doc's versions; null: the present text."),
  }),
  output: z.object({
    title: z.string(),
    emoji: z.string().nullable(),
    body: (z.looseObject({ type: z.string() }) as unknown as z.ZodType<DocNode, DocNode>).describe(
      "The editor's document.",
    ),
  }),
  async run(cx, { id, version }) {
    const doc = await findDoc(cx, id)
    if (!doc) throw noSuchDoc()
    if (version === null) return { title: doc.title, emoji: doc.emoji, body: await readPresent(cx, doc) }
    const then = await findVersionRow(cx, id, version)
    if (!then) throw noSuchVersion()
    return { title: then.title, emoji: then.emoji, body: JSON.parse(then.body) as DocNode }
  },
})
