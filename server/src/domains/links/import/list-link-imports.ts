import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { toIso } from "#kernel/time/iso.ts"
import { listImportRows } from "./import-log-store.ts"

const most = 20

export const listLinkImports = workspaceAction("member", "console", {
  input: z.strictObject({}),
  output: z.object({
    imports: z
      .array(
        z.object({
          id: z.string(),
          fileName: z.string(),
          links: z.int().describe("How many links it made."),
          left: z.int().describe("How many of them are outside the trash."),
          createdAt: z.iso.datetime(),
        }),
      )
      .describe(`The latest ${most}, newest first.`),
  }),
  async run(cx) {
    const rows = await listImportRows(cx, most)
    return {
      imports: rows.map(({ left, created_at, file_name: fileName, ...row }) => ({
        ...row,
        fileName,
        left: Number(left),
        createdAt: toIso(created_at),
      })),
    }
  },
})
