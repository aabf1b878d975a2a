import { Readable } from "node:stream"
import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { token } from "../upload-links/index.ts"
import { keepPicture } from "./keep-picture.ts"
import { getLinkUpload, uploadId } from "./link-upload.ts"

/** Keeps the picture that the browser of a link's sender made of a file that it has just sent. */
export const keepLinkPicture = publicAction({
  input: z.object({ token, uploadId, bytes: z.instanceof(Readable) }),
  output: z.object({}),
  async run(cx, { token, uploadId, bytes }) {
    await keepPicture(cx, await getLinkUpload(cx, token, uploadId), bytes)
    return {}
  },
})
