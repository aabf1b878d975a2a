import { Readable } from "node:stream"
import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { fileName } from "../files/index.ts"
import { storeFile } from "./store-file.ts"

/** Stores a file from a member. `bytes` is the stream of the request. */
export const uploadFile = workspaceAction({
  scope: "console",
  role: "member",
  input: z.object({
    name: fileName,
    contentType: z.string().max(200).default("application/octet-stream").describe("The file's media type."),
    folderId: z.string().max(64).nullable().default(null).describe("The folder it goes to; null for none."),
    bytes: z.instanceof(Readable),
  }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    contentType: z.string(),
    sizeBytes: z.int(),
    createdAt: z.int().describe("Epoch milliseconds."),
  }),
  async run(cx, { folderId, ...file }) {
    const to = { workspaceId: cx.workspaceId, folderId, accountId: cx.accountId, uploadLinkId: null }
    const row = await storeFile(cx, to, file)
    return {
      id: row.id,
      name: row.name,
      contentType: row.content_type,
      sizeBytes: row.size_bytes,
      createdAt: row.created_at,
    }
  },
})
