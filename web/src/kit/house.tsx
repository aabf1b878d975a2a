import { createContext, use } from "react"
import type { House } from "../../../server/src/contract/pages/house.ts"

/** `isReaders`: it is drawn in the reader's browser alone, which knows their time zone. */
type DrawnHouse = House & { isReaders?: boolean }

/** What every page knows; whoever draws a page provides it. */
export const HouseContext = createContext<DrawnHouse | undefined>(undefined)

/** What every page knows: the brand, who is signed in, and how the reader's language writes numbers. */
export function useHouse(): DrawnHouse {
  const house = use(HouseContext)
  if (!house) throw new Error("A page is drawn within its house.")
  return house
}
