import type { ReactNode } from "react"
import { Button } from "../../../kit/button.tsx"
import { useHouse } from "../../../kit/house.tsx"
import { Row, Rows } from "../../../kit/section.tsx"
import { formatBytes } from "../../../kit/size.ts"
import { pagesOf } from "../../ask.ts"
import type { AnswerOf } from "../../calls.ts"
import { SearchField } from "../lists/search-field.tsx"
import { usePages } from "../lists/use-pages.ts"
import { useAddress } from "../use-address.ts"
import { UploadZone, type UploadZoneProps } from "./upload-zone.tsx"

export type FoundDriveFile = AnswerOf<"search-drive-files">["files"][number]

interface Props {
  /** The control for a file; false hides a file that cannot be chosen. */
  action(file: FoundDriveFile): ReactNode
  upload: UploadZoneProps
  /** The search state, if it is not in the page's address. */
  search?: Searched
}

interface Searched {
  words: string
  onSearch(words: string): void
}

export function FilePicker({ action, upload, search }: Props) {
  const inAddress = useSearchInAddress()
  const { words, onSearch } = search ?? inAddress
  const { locale } = useHouse()
  const list = usePages(pagesOf("search-drive-files", { query: words }), ({ files }) => files)
  const offered = list.items.flatMap((file) => {
    const drawn = action(file)
    return drawn === false ? [] : [{ file, drawn }]
  })
  return (
    <>
      <UploadZone {...upload} />
      <SearchField label="Search the drive" value={words} onSearch={onSearch} />
      {list.isLoaded && !list.hasMore && offered.length === 0 && (
        <p>{words ? "No results" : "No files in the drive yet"}</p>
      )}
      <Rows>
        {offered.map(({ file, drawn }) => (
          <Row
            key={file.id}
            title={file.name}
            detail={`${formatBytes(file.sizeBytes, locale)}, ${file.folderPath === "/" ? "Drive" : file.folderPath}`}
            action={drawn}
          />
        ))}
      </Rows>
      {list.hasMore && (
        <Button variant="subtle" onClick={list.onMore}>
          Show more files
        </Button>
      )}
    </>
  )
}

function useSearchInAddress(): Searched {
  const { search, go } = useAddress()
  return { words: search.q ?? "", onSearch: (q) => go({ q }) }
}
