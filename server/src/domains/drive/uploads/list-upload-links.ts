import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { byCreation, listOf } from "#kernel/cursor.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { toUploadLink } from "./upload-link-shape.ts"
import { listUploadLinkRows } from "./upload-link-store.ts"

const pages = listOf("upload-links", byCreation)

/** The workspace's upload links, newest first, with the addresses of those that still work. Members may. */
export const listUploadLinks = workspaceAction({
  scope: "console",
  role: "member",
  input: z.object(listInput(25)),
  output: listOutput(
    z.object({
      id: z.string(),
      url: z.string().nullable().describe("Null when the link has ended."),
      folderId: z.string().nullable(),
      createdBy: z.string(),
      maxFiles: z.int(),
      maxFileBytes: z.int(),
      filesTaken: z.int().describe("How many were received or are being sent."),
      createdAt: z.int(),
      expiresAt: z.int(),
      revokedAt: z.int().nullable(),
    }),
  ),
  async run(cx, asked) {
    const page = await pages.find(asked, (part) => listUploadLinkRows(cx, cx.workspaceId, part))
    return { ...page, items: page.items.map((row) => toUploadLink(cx, row)) }
  },
})
