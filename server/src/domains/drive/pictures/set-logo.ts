import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { putLogo } from "#domains/workspaces/index.ts"
import { logoPath } from "#kernel/addresses.ts"
import { idInput } from "#kernel/id-input.ts"
import { newId } from "#kernel/ids.ts"
import { readWholeFile } from "./read-whole-file.ts"

/** The width and height in pixels: enough for 96 on a screen of double density. */
const longestSide = 192

/** The logo is a small copy of the pixels, so it stays when the file is deleted. */
export const setLogo = workspaceAction("admin", "console", {
  changes: ["workspace"],
  input: z.object({ fileId: idInput.describe("A PNG, JPEG, WebP or GIF in the workspace's drive.") }),
  output: z.object({ logoPath: z.string() }),
  async run(cx, { fileId }) {
    const { accountId } = cx
    const wish = { longestSide, format: "png", accountId } as const
    const { bytes: png } = await cx.images.remake(await readWholeFile(cx, fileId), wish)
    const key = newId("logo")
    await cx.atomically((cx) => putLogo(cx, { key, png }))
    return { logoPath: logoPath(key) }
  },
})
