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
    folderPath: folderPath.describe(
      "An existing folder for the files, in any case. Default: `/`, the top of the drive. Example: `/Clients/Bo`.",
    ),
    expiresInMinutes: z
      .int()
      .min(1)
      .max(weekMinutes)
      .optional()
      .describe("For how many minutes an upload may begin, up to 7 days. Default: 15. What has begun may finish."),
    expiresAt: z.iso
      .datetime({ offset: true })
      .optional()
      .describe("The same as a time, with `Z` or an offset: instead of the minutes."),
    recipient: lineInput(longestName).optional().describe("For whom the link is. Only members see it. Example: `Bo`."),
    maxFiles: z.int().min(1).max(100).default(1).describe("The number of files that it accepts."),
    maxFileBytes: z
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
    expiresAt: z.iso.datetime().describe("An upload must start before."),
    folderPath: z.string(),
    maxFiles: z.int(),
    maxFileBytes: z.int(),
    howTo: z.string().describe("How to upload, in a browser or with a program."),
  }),
  async run(cx, input) {
    const expiresAt = endOf(cx, input)
    const folder = await getFolderAt(cx, cx.workspaceId, input.folderPath)
    const row = {
      id: newId("upload_link"),
      workspace_id: cx.workspaceId,
      folder_id: folder.id,
      created_by: cx.accountId,
      recipient: input.recipient || null,
      max_files: input.maxFiles,
      max_file_bytes: input.maxFileBytes,
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
  readonly expiresAt?: string | undefined
  readonly expiresInMinutes?: number | undefined
}

/** When the link expires. @throws ServiceError 400 for a time that is not within the next seven days. */
function endOf({ now }: Pick<Reading, "now">, { expiresAt, expiresInMinutes }: AskedEnd): number {
  if (expiresAt === undefined) return now() + (expiresInMinutes ?? usualMinutes) * minuteMs
  if (expiresInMinutes !== undefined) throw endTwice()
  const end = Date.parse(expiresAt)
  if (end > now() && end <= now() + weekMinutes * minuteMs) return end
  const [from, to] = [toIso(now()), toIso(now() + weekMinutes * minuteMs)]
  throw invalidInput("`expiresAt` is not within the next 7 days.", `Choose a time between ${from} and ${to}.`, "expiresAt") // biome-ignore format: one thought
}

const endTwice = () =>
  invalidInput("`expiresAt` and `expiresInMinutes` are both given.", "Send one of them.", "expiresAt")

function toAnswer(link: UploadLinkRow, url: string, folderPath: string) {
  return {
    id: link.id,
    url,
    recipient: link.recipient,
    expiresAt: toIso(link.expires_at),
    folderPath,
    maxFiles: link.max_files,
    maxFileBytes: link.max_file_bytes,
    howTo: `Open the link in a browser and drop the files there, or run: curl -T <file> ${url}/`,
  }
}
