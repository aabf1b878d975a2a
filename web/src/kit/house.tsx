import { createContext, use } from "react"
import type { House } from "../../../server/src/contract/pages/house.ts"

/** `isReaders`: it is rendered only in the reader's browser, which knows their time zone. */
type DrawnHouse = House & { isReaders?: boolean }

/** Data that every page needs: the brand, the visitor, the locale. The renderer provides it. */
export const HouseContext = createContext<DrawnHouse | undefined>(undefined)

/** @throws Error without a `HouseContext` */
export function useHouse(): DrawnHouse {
  const house = use(HouseContext)
  if (!house) throw new Error("useHouse() needs a HouseContext.")
  return house
}
