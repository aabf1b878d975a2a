import { useNavigate, useSearch } from "@tanstack/react-router"
import { useCallback } from "react"

type Search = Readonly<Record<string, string | undefined>>

/**
 * What is filtered, opened and begun on a page: all of it is in the address, so that it can be sent on, reloaded and
 * gone back from. `go` changes parts of it; undefined, and an empty text, take a part away.
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
