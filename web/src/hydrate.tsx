import { type ComponentType, StrictMode } from "react"
import { hydrateRoot } from "react-dom/client"
import type { House } from "../../server/src/contract/pages/house.ts"
import { HouseContext } from "./kit/house.tsx"
import { Ready } from "./kit/loading/ready.tsx"

/** Takes a page's island over from the server's HTML, with the data that the document holds. */
export function hydrateIsland<Data extends object>(Island: ComponentType<Data>): void {
  const root = document.getElementById("island")
  const json = document.getElementById("page-data")?.textContent
  if (!root || !json) throw new Error("The document has no island.")
  const { house, data } = JSON.parse(json) as { house: House; data: Data }
  hydrateRoot(
    root,
    <StrictMode>
      <Ready>
        <HouseContext value={house}>
          <Island {...data} />
        </HouseContext>
      </Ready>
    </StrictMode>,
  )
}
