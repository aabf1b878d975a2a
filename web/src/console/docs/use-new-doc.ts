import { useNavigate } from "@tanstack/react-router"
import { stale, useChange } from "../ask.ts"

/** Creates an untitled doc, and opens it with its title selected. */
export function useNewDoc(): { create(): void; isCreating: boolean } {
  const navigate = useNavigate()
  const change = useChange("create-doc", {
    makesStale: stale.docs,
    onDone: ({ id }) => navigate({ to: `/docs/${id}`, search: { new: "1" } as never }),
  })
  return { create: () => change.mutate({ title: "Untitled" }), isCreating: change.isPending }
}
