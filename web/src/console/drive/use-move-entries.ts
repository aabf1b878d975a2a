import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { useChange } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { toast } from "../toast.ts"
import { isFolderId } from "./entries.ts"

const makesStale = ["list-folder", "get-file"] as const

type Place = { id: string | null; name: string }

/** Moves files and folders optimistically, with an undo. Refused ones return to their place, with a toast. */
export function useMoveEntries(): (ids: readonly string[], to: Place) => Promise<void> {
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
    isFolderId(id) ? folder.mutateAsync({ id, parentId: to }) : file.mutateAsync({ id, folderId: to })
  return async (ids, to) => {
    const before = placesOf(ids, queries)
    const asked = ids.filter((id) => before.get(id) !== to.id)
    const outcomes = await Promise.allSettled(asked.map((id) => move(id, to.id)))
    const moved = asked.filter((_id, at) => outcomes[at]?.status === "fulfilled")
    if (moved.length === 0) return
    const title = moved.length === 1 ? `Moved to ${to.name}` : `Moved ${moved.length} items to ${to.name}`
    const undo = () => {
      for (const id of moved) {
        const from = before.get(id)
        // useChange reports a refusal in a toast.
        if (from !== undefined) move(id, from).catch(() => {})
      }
    }
    toast({ title, action: { label: "Undo", run: undo } })
  }
}

/** The current parents, as far as cached answers contain them; null for the top. */
function placesOf(ids: readonly string[], queries: QueryClient): Map<string, string | null | undefined> {
  const lists = queries.getQueriesData<{ pages: AnswerOf<"list-folder">[] }>({ queryKey: ["list-folder"] })
  const answers = lists.flatMap(([, list]) => list?.pages ?? [])
  return new Map(ids.map((id) => [id, placeOf(id, answers)]))
}

function placeOf(id: string, answers: readonly AnswerOf<"list-folder">[]): string | null | undefined {
  for (const { way, folders, files } of answers) {
    const file = files.find((one) => one.id === id)
    if (file) return file.folderId
    const folder = folders.find((one) => one.id === id)
    if (folder) return folder.parentId
    const depth = way.findIndex((step) => step.id === id)
    if (depth >= 0) return way[depth - 1]?.id ?? null
  }
  return undefined
}
