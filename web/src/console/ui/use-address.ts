import { useNavigate, useSearch } from "@tanstack/react-router"
import { useCallback } from "react"

type Search = Readonly<Record<string, string | undefined>>

/**
 * The search parameters hold a page's filters and open panels, so that they survive a reload and can be shared. `go`
 * changes some of them; undefined and an empty text remove a parameter.
 */
export function useAddress(): { search: Search; go(changes: Search): void } {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = useCallback(
    (changes: Search) => {
      const next = (now: Search) => {
        const parts = Object.entries({ ...now, ...changes }).filter(([, value]) => value !== undefined && value !== "")
        return Object.fromEntries(parts)
      }
      navigate({ to: ".", search: next as never, replace: true })
    },
    [navigate],
  )
  return { search, go }
}
