import { useQueryClient } from "@tanstack/react-query"
import type { AnswerOf } from "../ask.ts"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import { isFolderId } from "./entries.ts"

const makesStale = ["list-folder", "get-file"] as const

type Place = { id: string | null; name: string }

/** Moves files and folders at once, with a way back. */
export function useMoveEntries(): (ids: readonly string[], to: Place) => void {
  const queries = useQueryClient()
  const file = useChange("edit-file", {
    makesStale,
    atOnce: ({ id }, edit) =>
      edit("list-folder", (answer) => ({ ...answer, files: answer.files.filter((one) => one.id !== id) })),
  })
  const folder = useChange("edit-folder", {
    makesStale,
    atOnce: ({ id }, edit) =>
      edit("list-folder", (answer) => ({ ...answer, folders: answer.folders.filter((one) => one.id !== id) })),
  })
  const move = (id: string, to: string | null) =>
    isFolderId(id) ? folder.mutate({ id, parentId: to }) : file.mutate({ id, folderId: to })
  return (ids, to) => {
    const lists = queries.getQueriesData<{ pages: AnswerOf<"list-folder">[] }>({ queryKey: ["list-folder"] })
    const before = new Map(
      ids.map((id) => [
        id,
        placeOf(
          id,
          lists.flatMap(([, list]) => list?.pages ?? []),
        ),
      ]),
    )
    for (const id of ids) move(id, to.id)
    const title = ids.length === 1 ? `It lies in ${to.name} now.` : `${ids.length} lie in ${to.name} now.`
    const undo = () => {
      for (const [id, from] of before) if (from !== undefined) move(id, from)
    }
    toast({ tone: "good", title, action: { label: "Undo", run: undo } })
  }
}

/** Where something lies, as far as an answer that was seen says so; null for the top. */
function placeOf(id: string, answers: readonly AnswerOf<"list-folder">[]): string | null | undefined {
  for (const { way, folders, files } of answers) {
    const file = files.find((one) => one.id === id)
    if (file) return file.folderId
    if (folders.some((one) => one.id === id)) return way.at(-1)?.id ?? null
    const depth = way.findIndex((step) => step.id === id)
    if (depth >= 0) return way[depth - 1]?.id ?? null
  }
  return undefined
}
