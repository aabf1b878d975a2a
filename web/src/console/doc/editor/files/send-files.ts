import type { Editor } from "@tiptap/core"
import { Refused } from "../../../../api/call.ts"
import { groupBy } from "../../../../kit/newer-functions.ts"
import { toast } from "../../../toast.ts"
import { isReadable, mostAtOnce, sendToDrive, tooManyWords, unreadableWords } from "../../../ui/files/send-to-drive.ts"
import { insertOfDrive, isPictureType } from "./insert-of-drive.ts"

export interface SendOptions {
  /** The position in the text where the files were dropped. */
  at: number
  /** The picture's alternative text, if known. */
  alt: string
  /** Receives the progress in words; undefined once nothing is being sent. */
  onProgress(words: string | undefined): void
}

/** Uploads files one by one and inserts each into the text. A toast lists those that failed. */
export async function sendFiles(
  editor: Editor,
  files: readonly File[],
  { at, alt, onProgress }: SendOptions,
): Promise<void> {
  let place = editor.utils.createMappablePosition(at)
  const follow = ({ transaction }: { transaction: Parameters<typeof editor.utils.getUpdatedPosition>[1] }) => {
    place = editor.utils.getUpdatedPosition(place, transaction).position
  }
  const missing = files.slice(mostAtOnce).map(({ name }) => ({ name, why: tooMany }))
  editor.on("transaction", follow)
  for (const file of files.slice(0, mostAtOnce)) {
    const why = await putOne(file)
    if (why !== undefined) missing.push({ name: file.name, why })
  }
  editor.off("transaction", follow)
  onProgress(undefined)
  if (missing.length > 0) toast({ tone: "bad", ...wordsOf(missing, files.length) })

  /** Returns why the file is not in the text; undefined if it is. */
  async function putOne(file: File): Promise<string | undefined> {
    if (editor.isDestroyed || !editor.isEditable) return ended
    if (!(await isReadable(file))) return unreadableWords
    try {
      const sent = await send(file, onProgress)
      if (editor.isDestroyed || !editor.isEditable) return endedInDrive
      insertOfDrive(editor, place.position, { ...sent, alt })
      return undefined
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return [error.message, error.hint].filter(Boolean).join(" ")
    }
  }
}

const tooMany = `${tooManyWords} Drop the rest afterwards.`
const ended = "You left the doc or can no longer edit it. Open it and drop the files again."
const endedInDrive = "You left the doc or can no longer edit it. The file is in the drive; add it from there."

async function send(file: File, onProgress: SendOptions["onProgress"]) {
  const { id, name, contentType, preview } = await sendToDrive(file, onProgress)
  return { id, name, isPicture: preview === "image" || isPictureType(contentType) }
}

function wordsOf(missing: readonly { name: string; why: string }[], all: number): { title: string; text: string } {
  const title = all === 1 ? "File not added" : `${missing.length} of ${all} files not added`
  const reasons = [...groupBy(missing, ({ why }) => why)]
  return { title, text: reasons.map(([why, of]) => `${namesOf(of)}: ${why}`).join(" ") }
}

function namesOf(files: readonly { name: string }[]): string {
  const named = files.slice(0, 3).map(({ name }) => `“${name}”`)
  return [...named, ...(files.length > 3 ? [`${files.length - 3} more`] : [])].join(", ")
}
