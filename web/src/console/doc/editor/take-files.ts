import type { Editor } from "@tiptap/core"
import type { EditorProps } from "@tiptap/pm/view"
import { Refused } from "../../../api/call.ts"
import { sendFile } from "../../../api/send-file.ts"
import { ask } from "../../ask.ts"
import { here, ourWorkspace } from "../../here.ts"
import { toast } from "../../ui/toast.ts"
import { insertOfDrive } from "./insert-of-drive.ts"

interface Told {
  editor(): Editor | undefined
  /** What is on its way, in words; undefined when nothing is. */
  onProgress(words: string | undefined): void
}

/** Puts files that are dropped or pasted into the drive, and then into the text where they were dropped. */
export function takeFiles(told: Told): Pick<EditorProps, "handleDrop" | "handlePaste"> {
  const take = (data: DataTransfer | null, at: number) => {
    const editor = told.editor()
    const files = [...(data?.files ?? [])]
    if (!editor?.isEditable || files.length === 0) return false
    sendAll(editor, files, { at, ...told })
    return true
  }
  return {
    handleDrop: (view, event) => {
      const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
      return view.dragging === null && take(event.dataTransfer, at ?? view.state.selection.to)
    },
    handlePaste: (view, { clipboardData }) => {
      // Programs that copy text often add a picture of it.
      if (clipboardData?.types.includes("text/html") || clipboardData?.types.includes("text/plain")) return false
      return take(clipboardData, view.state.selection.to)
    },
  }
}

async function sendAll(
  editor: Editor,
  files: readonly File[],
  { at, onProgress }: Pick<Told, "onProgress"> & { at: number },
): Promise<void> {
  let place = editor.utils.createMappablePosition(at)
  const follow = ({ transaction }: { transaction: Parameters<typeof editor.utils.getUpdatedPosition>[1] }) => {
    place = editor.utils.getUpdatedPosition(place, transaction).position
  }
  editor.on("transaction", follow)
  try {
    for (const file of files) {
      const sent = await send(file, onProgress)
      if (editor.isDestroyed) return
      insertOfDrive(editor, place.position, sent)
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    toast({ tone: "bad", title: error.message, text: error.hint })
  } finally {
    editor.off("transaction", follow)
    onProgress(undefined)
  }
}

/** Sends one file to the top of the drive, and finds it there. */
async function send(file: File, onProgress: Told["onProgress"]) {
  await sendFile(file, {
    to: "/console/uploads",
    query: `?workspace=${ourWorkspace().slug}`,
    headers: { "svc-form-token": here().formToken },
    onProgress: (bytes) => onProgress(`Sending ${file.name}, ${Math.round((100 * bytes) / (file.size || 1))} %`),
  })
  // It is called otherwise where there was one of that name; it is the one that changed last in any case.
  const { files } = await ask("search-drive-files", { limit: 1 })
  const [latest] = files
  if (!latest)
    throw new Refused("The file has arrived, and could not be found.", { status: 0, hint: "Choose it from the drive." })
  return { id: latest.id, name: latest.name, isPicture: /^image\/(png|jpeg|webp|gif|avif)$/.test(latest.content_type) }
}
