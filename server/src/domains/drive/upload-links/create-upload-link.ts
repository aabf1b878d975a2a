import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Reading } from "#access/context.ts"
import { invalidInput } from "#kernel/error.ts"
import { newId } from "#kernel/ids.ts"
import { lineInput } from "#kernel/line-input.ts"
import { longestName } from "#kernel/name-input.ts"
import { toIso } from "#kernel/time/iso.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { folderPath, getFolderAt, maxFileBytes } from "../files/index.ts"
import { lockDestination, uploadUrl } from "./upload-link.ts"
import { announceUploadLink } from "./upload-link-events.ts"
import { insertUploadLink, type UploadLinkRow } from "./upload-link-store.ts"

const usualMinutes = 15
const weekMinutes = 7 * 24 * 60

/** Makes a link through which people without an account can send files. Members may; its maker gets mail about them. */
export const createUploadLink = workspaceAction("member", "drive:write", {
  changes: ["upload-links"],
  input: z.object({
    folder_path: folderPath.describe(
      "An existing folder for the files, in any case. Default: `/`, the top of the drive. Example: `/Clients/Bo`.",
    ),
    expires_in_minutes: z
      .int()
      .min(1)
      .max(weekMinutes)
      .optional()
      .describe("For how many minutes an upload may begin, up to 7 days. Default: 15. What has begun may finish."),
    expires_at: z.iso
      .datetime({ offset: true })
      .optional()
      .describe("The same as a time, with `Z` or an offset: instead of the minutes."),
    recipient: lineInput(longestName).optional().describe("For whom the link is. Only members see it. Example: `Bo`."),
    max_files: z.int().min(1).max(100).default(1).describe("The number of files that it accepts."),
    max_file_bytes: z
      .int()
      .min(1)
      .max(maxFileBytes)
      .default(100 * 1024 ** 2)
      .describe(`The largest size of a file in bytes, up to 2 GiB. Default: 100 MiB.`),
  }),
  output: z.object({
    id: z.string(),
    url: z.string().describe("Anyone with it can upload."),
    recipient: z.string().nullable(),
    expires_at: z.iso.datetime().describe("An upload must start before."),
    folder_path: z.string(),
    max_files: z.int(),
    max_file_bytes: z.int(),
    how_to: z.string().describe("How to upload, in a browser or with a program."),
  }),
  async run(cx, input) {
    const expiresAt = endOf(cx, input)
    const folder = await getFolderAt(cx, cx.workspaceId, input.folder_path)
    const row = {
      id: newId("upload_link"),
      workspace_id: cx.workspaceId,
      folder_id: folder.id,
      created_by: cx.accountId,
      recipient: input.recipient || null,
      max_files: input.max_files,
      max_file_bytes: input.max_file_bytes,
      expires_at: expiresAt,
    }
    return cx.atomically(async (inside) => {
      await lockDestination(inside, { ...row, upload_link_id: null })
      const link = await insertUploadLink(inside, row)
      announceUploadLink(inside, "created", link)
      return toAnswer(link, uploadUrl(cx, link), folder.path)
    })
  },
})

interface AskedEnd {
  readonly expires_at?: string | undefined
  readonly expires_in_minutes?: number | undefined
}

/** When the link expires. @throws ServiceError 400 for a time that is not within the next seven days. */
function endOf({ now }: Pick<Reading, "now">, { expires_at, expires_in_minutes }: AskedEnd): number {
  if (expires_at === undefined) return now() + (expires_in_minutes ?? usualMinutes) * minuteMs
  if (expires_in_minutes !== undefined) throw endTwice()
  const end = Date.parse(expires_at)
  if (end > now() && end <= now() + weekMinutes * minuteMs) return end
  const [from, to] = [toIso(now()), toIso(now() + weekMinutes * minuteMs)]
  throw invalidInput("`expires_at` is not within the next 7 days.", `Choose a time between ${from} and ${to}.`, "expires_at") // biome-ignore format: one thought
}

const endTwice = () =>
  invalidInput("`expires_at` and `expires_in_minutes` are both given.", "Send one of them.", "expires_at")

function toAnswer(link: UploadLinkRow, url: string, folderPath: string) {
  return {
    id: link.id,
    url,
    recipient: link.recipient,
    expires_at: toIso(link.expires_at),
    folder_path: folderPath,
    max_files: link.max_files,
    max_file_bytes: link.max_file_bytes,
    how_to: `Open the link in a browser and drop the files there, or run: curl -T <file> ${url}/`,
  }
}
