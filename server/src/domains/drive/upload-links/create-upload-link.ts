import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { newId } from "#kernel/ids.ts"
import { toIso } from "#kernel/time/iso.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { folderPath, getFolderAt, maxFileBytes } from "../files/index.ts"
import { lockDestination, uploadUrl } from "./upload-link.ts"
import { announceUploadLink } from "./upload-link-events.ts"
import { insertUploadLink, type UploadLinkRow } from "./upload-link-store.ts"

const weekMinutes = 7 * 24 * 60

/** Makes a link through which people without an account can send files. Members may; its maker gets mail about them. */
export const createUploadLink = workspaceAction({
  scope: "drive:write",
  role: "member",
  changes: ["upload-links"],
  input: z.object({
    folder_path: folderPath.describe(
      "An existing folder for the files. Default: `/`, the top of the drive. Example: `/Clients/Bo`.",
    ),
    expires_in_minutes: z
      .int()
      .min(1)
      .max(weekMinutes)
      .default(15)
      .describe(`For how many minutes an upload may be begun, up to 7 days. What was begun in time may finish.`),
    max_files: z.int().min(1).max(100).default(1).describe("The number of files that it accepts."),
    max_file_bytes: z
      .int()
      .min(1)
      .max(maxFileBytes)
      .default(100 * 1024 ** 2)
      .describe(`The largest size of a file in bytes, up to 2 GiB. Default: 100 MiB.`),
  }),
  output: z.object({
    id: z.string().describe("The link's id."),
    url: z
      .string()
      .describe("The link. Anyone with it can upload: give it only to the people whose files were requested."),
    expires_at: z.iso.datetime().describe("When it expires; an upload must start before (UTC)."),
    folder_path: z.string().describe("The folder for the files."),
    max_files: z.int(),
    max_file_bytes: z.int(),
    how_to: z.string().describe("How to upload, in a browser or with a program."),
  }),
  async run(cx, input) {
    const folderId = await getFolderAt(cx, cx.workspaceId, input.folder_path)
    const row = {
      id: newId("upload_link"),
      workspace_id: cx.workspaceId,
      folder_id: folderId,
      created_by: cx.accountId,
      max_files: input.max_files,
      max_file_bytes: input.max_file_bytes,
      expires_at: cx.now() + input.expires_in_minutes * minuteMs,
    }
    return cx.atomically(async (inside) => {
      await lockDestination(inside, { ...row, upload_link_id: null })
      const link = await insertUploadLink(inside, row)
      announceUploadLink(inside, "created", link)
      return toAnswer(link, uploadUrl(cx, link), input.folder_path)
    })
  },
})

function toAnswer(link: UploadLinkRow, url: string, folderPath: string) {
  return {
    id: link.id,
    url,
    expires_at: toIso(link.expires_at),
    folder_path: folderPath,
    max_files: link.max_files,
    max_file_bytes: link.max_file_bytes,
    how_to: `Open the link in a browser and drop the files there, or run: curl -T <file> ${url}/`,
  }
}
