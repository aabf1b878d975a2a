import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Inside, Member } from "#access/context.ts"
import { holdFile } from "#domains/drive/index.ts"
import { conflict, notFound } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { newId } from "#kernel/ids.ts"
import { lineOf } from "../seller-input.ts"
import { insertOfferFile, listOfferFiles } from "./offer-file-store.ts"
import { ownOffer, showOffer, takeOwnOffer } from "./own-offer.ts"

export const maxFiles = 100

export const addOfferFile = workspaceAction("member", "console", {
  changes: ["offers"],
  input: z.object({
    offerId: idInput,
    fileId: idInput.describe("A file in the workspace's drive."),
    name: lineOf(200)
      .refine((name) => !/[/\\]/.test(name), "must not have slashes")
      .optional()
      .describe("What buyers see; left out, the file's own name."),
  }),
  output: ownOffer,
  async run(cx, { offerId, fileId, name = null }) {
    const { addresses } = cx
    return cx.atomically(async (cx) => {
      const offer = await takeOwnOffer(cx, offerId)
      const files = await listOfferFiles(cx, cx.workspaceId, [offerId])
      if (files.some((file) => file.fileId === fileId)) throw alreadyThere()
      if (files.length >= maxFiles) throw tooManyFiles()
      const position = 1 + Math.max(-1, ...files.map((file) => file.position))
      await putFile(cx, { offerId, fileId, name, position })
      return showOffer(cx, addresses, offer)
    })
  },
})

interface Placed {
  offerId: string
  fileId: string
  name: string | null
  position: number
}

/** Adds a file of the drive to an offer that is locked or new. It cannot be deleted from then on. */
export async function putFile(cx: Inside & Member, { offerId, fileId, name, position }: Placed): Promise<void> {
  if (!(await holdFile(cx, cx.workspaceId, fileId))) throw noSuchFile()
  await insertOfferFile(cx, {
    id: newId("offer_file"),
    workspace_id: cx.workspaceId,
    offer_id: offerId,
    file_id: fileId,
    name,
    position,
  })
}

const noSuchFile = () => notFound("File not found.", "Upload it to the drive first.")

const alreadyThere = () => conflict("This file is already in the offer.")

const tooManyFiles = () => conflict(`An offer can have at most ${maxFiles} files.`, "Combine files into one archive.")
