import type { ComponentType } from "react"
import { renderToStaticMarkup, renderToString } from "react-dom/server"
import type { House } from "../../server/src/contract/pages/house.ts"
import { HouseContext } from "./kit/house.tsx"
import { IslandContext } from "./kit/loading/island.tsx"
import mark from "./mark.svg"

/** The exports of `pages/<id>/page.tsx`. */
export interface PageModule<Start extends object, Data extends { island?: Start }> {
  Page: ComponentType<Data>
  /** The part that React takes over in the browser (`pages/<id>/entry.tsx`); left out, none is. */
  Island?: ComponentType<Start>
}

/** The path of every page's icon. */
export const icon = mark

/** Draws a page as HTML, for one house and one visit's data. */
export function renderPage<Start extends object, Data extends { island?: Start }>(
  { Page, Island }: PageModule<Start, Data>,
  house: House,
  data: Data,
): string {
  const island = Island && data.island ? renderToString(inHouse(house, <Island {...data.island} />)) : ""
  return renderToStaticMarkup(
    inHouse(
      house,
      <IslandContext value={island}>
        <Page {...data} />
      </IslandContext>,
    ),
  )
}

function inHouse(house: House, page: React.ReactNode) {
  return <HouseContext value={house}>{page}</HouseContext>
}
