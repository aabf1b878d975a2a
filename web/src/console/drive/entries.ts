import type { AnswerOf } from "../ask.ts"

type Answer = AnswerOf<"list-folder">
export type File = Answer["files"][number]
type Folder = Answer["folders"][number]

/** A row of the drive: a folder, or a file. */
export type Entry =
  | { kind: "folder"; id: string; name: string; at: number; folderPath: string; file?: undefined }
  | OfFile
type OfFile = { kind: "file"; id: string; name: string; at: number; folderPath: string; file: File }

/** The rows of an answer: folders first. */
export function entriesOf({ folders, files }: Answer): Entry[] {
  return [...folders.map(ofFolder), ...files.map(ofFile)]
}

const ofFolder = ({ id, name, folderPath, updatedAt }: Folder): Entry => {
  return { kind: "folder", id, name, folderPath, at: updatedAt }
}

const ofFile = (file: File): Entry => {
  return { kind: "file", id: file.id, name: file.name, folderPath: file.folderPath, at: file.updatedAt, file }
}

export const isFolderId = (id: string) => id.startsWith("folder_")
