import { useState } from "react"

/** Keeps an open item, and the text typed into it, when another member's change removes it from the list. */
export function useLastFound<Item>(id: string | undefined, found: Item | undefined): Item | undefined {
  const [kept, keep] = useState({ id, item: found })
  if (found !== undefined && found !== kept.item) keep({ id, item: found })
  return found ?? (kept.id === id ? kept.item : undefined)
}
