import type { Editor } from "@tiptap/core"
import type { EditorProps } from "@tiptap/pm/view"
import { toast } from "../../../toast.ts"
import { isBoxPicture } from "../paste/boxes.ts"
import { parseHtml } from "../paste/parse-html.ts"
import { isEmojiPicture } from "../paste/write-html.ts"
import { type SendOptions as Sending, sendFiles } from "./send-files.ts"

interface TakeOptions extends Pick<Sending, "onProgress"> {
  editor(): Editor | undefined
}

/** Uploads dropped or pasted files to the drive, and inserts them at the drop position. */
export function takeFiles({ editor: find, onProgress }: TakeOptions): Pick<EditorProps, "handleDrop" | "handlePaste"> {
  const take = (files: readonly File[], at: number, alt = "") => {
    const editor = find()
    if (!editor?.isEditable || files.length === 0) return false
    sendFiles(editor, files, { at, alt, onProgress })
    return true
  }
  return {
    handleDrop: (view, event) => {
      if (view.dragging !== null) return false
      const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
      const { dataTransfer } = event
      const isTaken = take(filesOf(dataTransfer), at ?? view.state.selection.to)
      if (!isTaken) countPictures(picturesIn(dataTransfer?.getData("text/html")).length)
      return isTaken
    },
    handlePaste: (view, { clipboardData }) => {
      const pictures = picturesIn(clipboardData?.getData("text/html"))
      const isTaken = take(pastedFiles(clipboardData, pictures), view.state.selection.to, pictures[0]?.alt)
      if (!isTaken) countPictures(pictures.length)
      return isTaken
    },
  }
}

/**
 * The files that a paste should insert. Programs that copy text often add a picture of it: then the text is meant. A
 * browser that copies a picture adds HTML with only that picture, and a file manager adds the files' names as text.
 */
function pastedFiles(data: DataTransfer | null, pictures: readonly Picture[]): readonly File[] {
  const files = filesOf(data)
  const words = data?.getData("text/plain").trim() ?? ""
  if (data?.types.includes("text/html")) {
    const [file] = files
    const isOnePicture = pictures.length === 1 && pictures[0]?.isAlone && files.length === 1
    return isOnePicture && file?.type.startsWith("image/") ? [file] : []
  }
  const names = new Set(files.map(({ name }) => name))
  return words === "" || words.split(/\r?\n/).every((line) => names.has(line)) ? files : []
}

const filesOf = (data: DataTransfer | null): readonly File[] => [...(data?.files ?? [])]

interface Picture {
  alt: string
  /** Whether the HTML contains no text. */
  isAlone: boolean
}

/**
 * The visible pictures in copied HTML: no tracking pixels, no boxes of checklists, no emoji. Pictures of a doc are not
 * `img` elements there.
 */
function picturesIn(html = ""): readonly Picture[] {
  if (!/<img\b/i.test(html)) return []
  const { body } = parseHtml(html)
  const seen = [...body.querySelectorAll("img")].filter((image) => {
    const { width, height, attributes } = image
    if (isBoxPicture(image) || isEmojiPicture(image)) return false
    const isSized = attributes.getNamedItem("width") !== null && attributes.getNamedItem("height") !== null
    return !isSized || (width > 1 && height > 1)
  })
  return seen.map(({ alt }) => ({ alt: alt.trim().slice(0, 500), isAlone: body.textContent.trim() === "" }))
}

/** Reports how many pictures of a copied page were left out. */
function countPictures(count: number): void {
  if (count === 0) return
  toast({
    tone: "note",
    title: count === 1 ? "1 image wasn't pasted" : `${count} images weren't pasted`,
    text: `Copy ${count === 1 ? "the image" : "each image"} separately and paste it, or save it and drop it here.`,
  })
}
