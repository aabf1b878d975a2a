import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { listOf } from "#kernel/cursor.ts"
import { toUploadLink } from "./upload-link-shape.ts"
import { listUploadLinkRows } from "./upload-link-store.ts"

const pages = listOf("upload-links")

/** The workspace's upload links, newest first, with the addresses of those that still work. Members may. */
export const listUploadLinks = workspaceAction({
  scope: "console",
  role: "member",
  input: z.object({ limit: z.int().min(1).max(100).default(25), cursor: z.string().max(200).optional() }),
  output: z.object({
    items: z.array(
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
    nextCursor: z.string().optional(),
  }),
  async run(cx, { limit, cursor }) {
    const place = pages.read(cursor)
    const rows = await listUploadLinkRows(cx, cx.workspaceId, { limit, place })
    const page = pages.toPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }))
    return { ...page, items: page.items.map((row) => toUploadLink(cx, row)) }
  },
})
