import { Row, Rows } from "../../kit/section.tsx"
import { PickButton } from "../ui/files/pick-button.tsx"
import { MoreRows } from "../ui/lists/more-rows.tsx"
import { SearchField } from "../ui/lists/search-field.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { useAddress } from "../ui/use-address.ts"

export interface PickedLink {
  linkId: string
  label: string
  shortUrl: string
}

/** The workspace's active short links, to pick one of. */
export function LinkChoice({ taken, onPick }: { taken: readonly string[]; onPick(link: PickedLink): void }) {
  const { search, go } = useAddress()
  const list = useList("browse-links", { query: search.q }, { also: { limit: 50 } })
  const offered = list.items.filter(({ state }) => state === "active")
  return (
    <>
      <SearchField label="Search links" value={search.q ?? ""} onSearch={(q) => go({ q })} />
      {list.isLoaded && !list.hasMore && offered.length === 0 && <p>{search.q ? "No results" : "No links yet"}</p>}
      <Rows>
        {offered.map(({ id, title, shortUrl, shownDestination }) => {
          const name = title ?? shortUrl.replace(/^https?:\/\//, "")
          const pick = () => onPick({ linkId: id, label: title?.slice(0, 60) ?? "", shortUrl })
          return (
            <Row
              key={id}
              title={name}
              detail={shownDestination}
              action={taken.includes(id) ? "Added" : <PickButton verb="Add" name={name} onClick={pick} />}
            />
          )
        })}
      </Rows>
      <MoreRows list={list} label="Show more links" />
    </>
  )
}
