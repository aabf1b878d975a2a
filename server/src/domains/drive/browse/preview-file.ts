import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { ServiceError } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { findFile, noSuchFile, signFileAddress } from "../files/index.ts"
import { addressMs } from "../signed-address.ts"
import { kindOf, previewKind } from "./preview-kind.ts"

/** Returns an address that shows a file to the calling member, for at most an hour. */
export const previewFile = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.object({ id: idInput }),
  output: z.object({ kind: previewKind, url: z.string(), expiresAt: z.int().describe("Epoch milliseconds.") }),
  async run(cx, { id }) {
    const file = await findFile(cx, cx.workspaceId, id)
    if (!file || file.deleted_at !== null) throw noSuchFile()
    const kind = kindOf(cx, file)
    if (kind === null) throw notShown()
    const { workspaceId, accountId } = cx
    const expiresAt = cx.now() + addressMs.preview
    const url = signFileAddress(cx, { fileId: id, workspaceId, accountId, expiresAt, isPreview: true })
    return { kind, url, expiresAt }
  },
})

const notShown = () => new ServiceError("conflict", "This file type has no preview.", { hint: "Download it instead." })
