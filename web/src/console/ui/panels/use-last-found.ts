import { useState } from "react"

/** Keeps an open item, and the text typed into it, when another member's change removes it from the list. */
export function useLastFound<Item>(id: string | undefined, found: Item | undefined): Item | undefined {
  const [last, setLast] = useState({ id, item: found })
  if (found !== undefined && found !== last.item) setLast({ id, item: found })
  return found ?? (last.id === id ? last.item : undefined)
}
