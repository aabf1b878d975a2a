import { Link } from "@tanstack/react-router"
import { Button } from "../../kit/button.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Row, Rows } from "../../kit/rows.tsx"
import { formatBytes } from "../../kit/size.ts"
import { listOf } from "../ask.ts"
import type { Offer } from "../offers/offer-state.ts"
import { useList } from "../ui/list.ts"
import { Empty } from "../ui/page.tsx"
import { SearchField } from "../ui/search-field.tsx"
import { useAddress } from "../ui/use-address.ts"
import { useChange } from "../use-change.ts"

/** The drive's files, to put some of them into an offer. */
export function FilePicker({ offer: { id: offerId, files } }: { offer: Offer }) {
  const { search, go } = useAddress()
  const { locale } = useHouse()
  const list = useList(listOf("search-drive-files", { query: search.q ?? "" }), ({ files }) => files)
  const add = useChange("add-offer-file", { makesStale: ["get-own-offer", "list-offers"] })
  const isIn = (fileId: string) => files.some((file) => file.fileId === fileId)
  return (
    <>
      <SearchField label="Search the drive" value={search.q ?? ""} onSearch={(q) => go({ q })} />
      {list.isLoaded && list.items.length === 0 && (
        <Empty
          title={search.q ? "No file is called that" : "The drive is empty"}
          action={<Link to="/drive">Go to the drive</Link>}
        >
          What you hand over is a file of your drive. Put it there first, then choose it here.
        </Empty>
      )}
      <Rows>
        {list.items.map(({ id, name, size_bytes, folder_path }) => (
          <Row
            key={id}
            title={name}
            detail={`${formatBytes(size_bytes, locale)}, ${folder_path === "/" ? "top of the drive" : folder_path}`}
            action={
              isIn(id) ? (
                "Added"
              ) : (
                <Button
                  size="sm"
                  variant="default"
                  aria-label={`Add ${name}`}
                  isBusy={add.isPending && add.variables.fileId === id}
                  onClick={() => add.mutate({ offerId, fileId: id })}
                >
                  Add
                </Button>
              )
            }
          />
        ))}
      </Rows>
      {list.hasMore && (
        <Button variant="subtle" onClick={list.onMore}>
          More files
        </Button>
      )}
    </>
  )
}
