import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { conflict } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { findFile, noSuchFile, signFileAddress } from "../files/index.ts"
import { type AddressUse, addressMs } from "../signed-address.ts"
import { previewKind, shownAs } from "./preview-kind.ts"

/** Returns an address that shows a file to the calling member, for at most an hour. */
export const previewFile = workspaceAction("viewer", "console", {
  input: z.object({ id: idInput }),
  output: z.object({
    kind: previewKind,
    url: z.string(),
    pictureUrl: z.string().nullable().describe("A small picture of it that its sender's browser made."),
    expiresAt: z.int().describe("Epoch milliseconds."),
  }),
  async run(cx, { id }) {
    const file = await findFile(cx, cx.workspaceId, id)
    if (!file || file.deleted_at !== null) throw noSuchFile()
    const shown = shownAs(cx, file)
    if (shown === null) throw notShown()
    const { workspaceId, accountId } = cx
    const expiresAt = cx.now() + addressMs.preview
    const urlOf = (use: AddressUse) => signFileAddress(cx, { fileId: id, workspaceId, accountId, expiresAt, use })
    const pictureUrl = file.picture_sha256 === null ? null : urlOf("picture")
    return { kind: shown.kind, url: urlOf(shown.use), pictureUrl, expiresAt }
  },
})

const notShown = () => conflict("This file type has no preview.", "Download it instead.")
