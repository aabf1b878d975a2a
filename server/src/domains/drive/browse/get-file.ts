import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { findFile, noSuchFile, toFolderPaths } from "../files/index.ts"
import { fileSummary, toFileSummary } from "./file-summary.ts"
import { previewKind, shownAs } from "./preview-kind.ts"

/** Returns the facts of a file, also one in the trash, and whether a page can show it. */
export const getFile = workspaceAction("viewer", "console", {
  input: z.object({ id: idInput }),
  output: fileSummary.extend({
    createdAt: z.int(),
    sha256: z.string().describe("Of its bytes, lower-case hexadecimal."),
    isFromLink: z.boolean().describe("It was received through an upload link."),
    preview: previewKind.nullable().describe("How it can be shown; null for what is only saved."),
  }),
  async run(cx, { id }) {
    const row = await findFile(cx, cx.workspaceId, id)
    if (!row) throw noSuchFile()
    const pathOf = await toFolderPaths(cx, cx.workspaceId, [row.folder_id])
    return {
      ...toFileSummary(row, pathOf),
      createdAt: row.created_at,
      sha256: row.sha256,
      isFromLink: row.upload_link_id !== null,
      preview: row.deleted_at === null ? (shownAs(cx, row)?.kind ?? null) : null,
    }
  },
})
