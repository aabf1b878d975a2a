import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { notFound } from "#kernel/error.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { getPublicRow, publicKey } from "./get-public-doc.ts"
import { findEmbedded, signPublicFile } from "./public-file.ts"

export const downloadPublicFile = publicAction({
  input: z.object({ key: publicKey, fileId: lenientIdInput }),
  output: z.object({ url: z.string() }),
  async run(cx, { key, fileId }) {
    const doc = await getPublicRow(cx, key)
    if (!(await findEmbedded(cx, doc, fileId))) throw notInDoc()
    return { url: signPublicFile(cx, { key, fileId, use: "download" }) }
  },
})

const notInDoc = () => notFound("File not found in this doc.", "It may have been removed. Reload the doc.")
