import type { Cited, Fact } from "#contract/shown.ts"
import { lookUpFiles, namesFolder } from "#domains/drive/index.ts"
import type { Look } from "./tool.ts"

/** How many letters of names a card shows. */
const longestNames = 4_000
const mostPlaces = 5

/** The names and places of the files and folders of a call. */
export async function aboutFiles(look: Look, ids: readonly string[]): Promise<Fact[]> {
  const found = await look(lookUpFiles, { ids: [...ids] })
  const [only, ...more] = found?.items ?? []
  if (!found || !only) return []
  if (more.length === 0) {
    const [what, where] = namesFolder(only.id) ? ["Folder", "In"] : ["File", "Folder"]
    return [
      { label: what, value: only.name, path: entryPath(only.id) },
      { label: where, value: shownFolder(only.folderPath) },
    ]
  }
  const names = found.items.map(({ id, name }) => (namesFolder(id) ? `${name}/` : name))
  const places = [...new Set(found.items.map(({ folderPath }) => shownFolder(folderPath)))]
  return [
    { label: `${names.length} files`, value: namesIn(names) },
    { label: "Folder", value: cutList(places, mostPlaces) },
  ]
}

function namesIn(names: readonly string[]): string {
  let room = longestNames
  const fitting = names.filter((name) => {
    room -= name.length + 2
    return room >= 0
  })
  return cutList(names, fitting.length)
}

const cutList = (all: readonly string[], most: number) =>
  all.length <= most ? all.join(", ") : `${all.slice(0, most).join(", ")} and ${all.length - most} more`

/** The path of a folder by its id; null is the top of the drive. */
export async function folderPathOf(look: Look, id: string | null): Promise<string> {
  if (id === null) return shownFolder("/")
  const [folder] = (await look(lookUpFiles, { ids: [id] }))?.items ?? []
  return folder ? `${folder.folderPath.replace(/\/$/, "")}/${folder.name}` : "Folder not found"
}

export const citedEntry = ({ id, name }: { id: string; name: string }): Cited => ({
  kind: namesFolder(id) ? "folder" : "file",
  id,
  title: name,
  path: entryPath(id),
})

export const entryPath = (id: string) => (namesFolder(id) ? `/drive?folder=${id}` : `/drive?open=${id}`)

export const shownFolder = (folderPath: string) => (folderPath === "/" ? "Drive" : folderPath)
