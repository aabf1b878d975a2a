import { sendForFile } from "../../../api/send-file.ts"
import { type AnswerOf, ask } from "../../calls.ts"
import { here, ourWorkspace } from "../../console-data.ts"

export type UploadedFile = Pick<AnswerOf<"get-file">, "id" | "name" | "contentType" | "sizeBytes"> &
  Partial<Pick<AnswerOf<"get-file">, "preview">>

/**
 * Uploads a file to the drive's top folder. The drive renames it if its name was taken. `onProgress` gets words.
 *
 * @throws Refused
 */
export async function sendToDrive(file: File, onProgress: (words: string) => void): Promise<UploadedFile> {
  const id = await sendForFile(file, {
    to: "/console/uploads",
    query: `?workspace=${ourWorkspace().slug}`,
    headers: { "svc-form-token": here().formToken },
    onProgress: (bytes) => onProgress(`Uploading ${file.name}, ${Math.round((100 * bytes) / (file.size || 1))}%`),
  })
  const sent = { id, name: file.name, contentType: file.type, sizeBytes: file.size }
  return ask("get-file", { id }).catch(() => sent)
}

export const mostAtOnce = 50
export const tooManyWords = `Upload at most ${mostAtOnce} files at once.`
export const unreadableWords = "Couldn't be read. Choose it again, or upload folders to the drive."

/** Whether the browser can read the file. It cannot read a folder, or a file that was moved since. */
export const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
