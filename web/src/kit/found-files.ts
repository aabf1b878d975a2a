import { groupBy } from "./newer-functions.ts"

/** Files of one folder; `names` is the folder's path from where they were dropped. */
export interface FoundFolder {
  names: string[]
  files: File[]
}

/** The files of an input, also of a chosen folder. Browsers leave out empty folders. */
export function fromInput(files: FileList | null): FoundFolder[] {
  const namesOf = ({ webkitRelativePath }: File) => webkitRelativePath.split("/").slice(0, -1)
  const byFolder = groupBy(files ?? [], (file) => namesOf(file).join("/"))
  return [...byFolder].map(([path, files]) => ({ names: path.split("/").filter(Boolean), files }))
}

/** The dropped files, also those within dropped folders. */
export function fromDrop({ items, files }: DataTransfer): Promise<FoundFolder[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  if (entries.length === 0) return Promise.resolve([{ names: [], files: [...files] }])
  return readEntries(entries, [])
}

async function readEntries(entries: readonly FileSystemEntry[], names: string[]): Promise<FoundFolder[]> {
  const files = await Promise.all(entries.filter(isFile).map(fileOf))
  const found: FoundFolder[] = files.length > 0 || names.length > 0 ? [{ names, files }] : []
  for (const entry of entries.filter(isFolder)) {
    found.push(...(await readEntries(await inside(entry), [...names, entry.name])))
  }
  return found
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** Browsers return the entries of a folder in batches of at most a hundred. */
async function inside(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return all
    all.push(...part)
  }
}
