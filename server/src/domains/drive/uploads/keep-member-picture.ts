import { Readable } from "node:stream"
import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { keepPicture } from "./keep-picture.ts"
import { uploadId } from "./link-upload.ts"
import { getMemberUpload } from "./member-upload.ts"

/** Keeps the picture that a member's browser made of a file that it has just sent. */
export const keepMemberPicture = workspaceAction("member", "console", {
  input: z.object({ uploadId, bytes: z.instanceof(Readable) }),
  output: z.object({}),
  async run(cx, { uploadId, bytes }) {
    await keepPicture(cx, await getMemberUpload(cx, uploadId), bytes)
    return {}
  },
})
