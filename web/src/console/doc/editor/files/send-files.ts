import type { Editor } from "@tiptap/core"
import { Refused } from "../../../../api/call.ts"
import { sendForFile } from "../../../../api/send-file.ts"
import { ask } from "../../../ask.ts"
import { here, ourWorkspace } from "../../../here.ts"
import { toast } from "../../../ui/toast.ts"
import { insertOfDrive, isPictureType } from "./insert-of-drive.ts"

export interface Told {
  /** Where in the text the files were dropped. */
  at: number
  /** What a picture shows, where it is known. */
  alt: string
  /** What is on its way, in words; undefined when nothing is. */
  onProgress(words: string | undefined): void
}

/** How many files are taken at once. */
const most = 50

/** Sends files to the drive one after the other, and puts each into the text. Says which ones did not get there. */
export async function sendFiles(editor: Editor, files: readonly File[], { at, alt, onProgress }: Told): Promise<void> {
  let place = editor.utils.createMappablePosition(at)
  const follow = ({ transaction }: { transaction: Parameters<typeof editor.utils.getUpdatedPosition>[1] }) => {
    place = editor.utils.getUpdatedPosition(place, transaction).position
  }
  const missing = files.slice(most).map(({ name }) => ({ name, why: tooMany }))
  editor.on("transaction", follow)
  for (const file of files.slice(0, most)) {
    const why = await putOne(file)
    if (why !== undefined) missing.push({ name: file.name, why })
  }
  editor.off("transaction", follow)
  onProgress(undefined)
  if (missing.length > 0) toast({ tone: "bad", ...wordsOf(missing, files.length) })

  /** Why a file is not in the text; undefined where it is. */
  async function putOne(file: File): Promise<string | undefined> {
    if (editor.isDestroyed || !editor.isEditable) return ended
    if (!(await isReadable(file))) return unreadable
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

const tooMany = `At most ${most} files are taken at once. Drop the rest by themselves.`
const unreadable = "It could not be read. Choose it again; a folder belongs in the drive."
const ended = "You left the doc, or may not write in it any more. Open it, and drop them again."
const endedInDrive = "You left the doc, or may not write in it any more. It is in the drive: choose it from there."

const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/** Sends one file to the top of the drive. It has another name there if its own was taken. */
async function send(file: File, onProgress: Told["onProgress"]) {
  const id = await sendForFile(file, {
    to: "/console/uploads",
    query: `?workspace=${ourWorkspace().slug}`,
    headers: { "svc-form-token": here().formToken },
    onProgress: (bytes) => onProgress(`Sending ${file.name}, ${Math.round((100 * bytes) / (file.size || 1))} %`),
  })
  const { name, contentType } = await ask("get-file", { id }).catch(() => ({ name: file.name, contentType: file.type }))
  return { id, name, isPicture: isPictureType(contentType) }
}

/** How many files are missing of those that were dropped, which, why, and what can be done. */
function wordsOf(missing: readonly { name: string; why: string }[], all: number): { title: string; text: string } {
  const title =
    all === 1
      ? "The file was not put into the doc"
      : `${missing.length} of ${all} files ${missing.length === 1 ? "was" : "were"} not put into the doc`
  const reasons = [...Map.groupBy(missing, ({ why }) => why)]
  return { title, text: reasons.map(([why, of]) => `${namesOf(of)}: ${why}`).join(" ") }
}

function namesOf(files: readonly { name: string }[]): string {
  const named = files.slice(0, 3).map(({ name }) => `“${name}”`)
  return [...named, ...(files.length > 3 ? [`${files.length - 3} more`] : [])].join(", ")
}
