import { useState } from "react"

/**
 * What is open, by its id: it stays open, with what is typed into it, when somebody else takes it off the list. Saving
 * it is then refused in the service's words.
 */
export function useKept<Item>(id: string | undefined, found: Item | undefined): Item | undefined {
  const [kept, keep] = useState({ id, item: found })
  if (found !== undefined && found !== kept.item) keep({ id, item: found })
  return found ?? (kept.id === id ? kept.item : undefined)
}
