import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { getPublicRow, publicDoc, publicKey, toPublicDoc } from "./get-public-doc.ts"
import { prepareBody } from "./prepare-body.ts"

export const getPublicPage = publicAction({
  input: z.object({ key: publicKey }),
  output: publicDoc.extend({
    drawn: z.string().describe("The editor's document as JSON, cut to what a page shows."),
    isCut: z.boolean().describe("Whether the doc is longer than this."),
    version: z.string().describe("Another text of the doc has another one."),
  }),
  async run(cx, { key }) {
    const doc = await getPublicRow(cx, key)
    const { drawn, isCut, version } = await prepareBody(cx, doc)
    return { ...(await toPublicDoc(cx, key, doc)), drawn, isCut, version }
  },
})
