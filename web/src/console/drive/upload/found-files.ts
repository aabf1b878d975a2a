/** Files that lie in the same folder; `names` leads to it from where they were dropped. */
export interface Found {
  names: string[]
  files: File[]
}

/** The files that were chosen, or those of the folder that was. An empty folder in it is not told. */
export function fromInput(files: FileList | null): Found[] {
  const namesOf = ({ webkitRelativePath }: File) => webkitRelativePath.split("/").slice(0, -1)
  const byFolder = Map.groupBy(files ?? [], (file) => namesOf(file).join("/"))
  return [...byFolder].map(([path, files]) => ({ names: path.split("/").filter(Boolean), files }))
}

/** The files that were dropped, and those in the folders that were. */
export function fromDrop({ items, files }: DataTransfer): Promise<Found[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  if (entries.length === 0) return Promise.resolve([{ names: [], files: [...files] }])
  return readEntries(entries, [])
}

async function readEntries(entries: readonly FileSystemEntry[], names: string[]): Promise<Found[]> {
  const files = await Promise.all(entries.filter(isFile).map(fileOf))
  const found: Found[] = files.length > 0 || names.length > 0 ? [{ names, files }] : []
  for (const entry of entries.filter(isFolder)) {
    found.push(...(await readEntries(await inside(entry), [...names, entry.name])))
  }
  return found
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** A browser tells what is in a folder a hundred at a time. */
async function inside(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return all
    all.push(...part)
  }
}
