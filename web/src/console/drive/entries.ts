import type { AnswerOf } from "../calls.ts"

type Answer = AnswerOf<"list-folder">
export type File = Answer["files"][number]
type Folder = Answer["folders"][number]

export type DriveEntry = (Shown & { kind: "folder"; file?: undefined }) | (Shown & { kind: "file"; file: File })
type Shown = { id: string; name: string; at: number; folderPath: string; isShared: boolean }

/** Folders come first. */
export function entriesOf({ folders, files }: Answer): DriveEntry[] {
  return [...folders.map(ofFolder), ...files.map(ofFile)]
}

const ofFolder = ({ id, name, folderPath, updatedAt, isShared }: Folder): DriveEntry => {
  return { kind: "folder", id, name, folderPath, at: updatedAt, isShared }
}

const ofFile = (file: File): DriveEntry => {
  const { id, name, folderPath, updatedAt, isShared } = file
  return { kind: "file", id, name, folderPath, at: updatedAt, isShared, file }
}

export const isFolderId = (id: string) => id.startsWith("folder_")
