import type { Context } from "#access/context.ts"
import { areBlobsHeld } from "../files/index.ts"
import { clearUpload, dropUpload } from "./upload.ts"
import { listStaleUploads, type UploadRow } from "./upload-store.ts"

const batch = 100

/** Ends uploads that were idle for a day; deletes remains of ended ones. Waits during a backup. */
export async function sweepUploads(cx: Context): Promise<void> {
  if (await areBlobsHeld(cx)) return
  let uploads: UploadRow[]
  do {
    uploads = await listStaleUploads(cx, batch)
    for (const upload of uploads) {
      if (upload.state === "open") await dropUpload(cx, upload)
      else await clearUpload(cx, upload)
    }
  } while (uploads.length === batch && !(await areBlobsHeld(cx)))
}
