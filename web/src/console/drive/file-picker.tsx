import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { Button } from "../../kit/button.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Row, Rows } from "../../kit/rows.tsx"
import { formatBytes } from "../../kit/size.ts"
import { type AnswerOf, pagesOf } from "../ask.ts"
import { useList } from "../ui/list.ts"
import { Empty } from "../ui/page.tsx"
import { SearchField } from "../ui/search-field.tsx"
import { useAddress } from "../ui/use-address.ts"

export type FoundDriveFile = AnswerOf<"search-drive-files">["files"][number]

interface Props {
  /** The control for a file; false hides a file that cannot be chosen. */
  action(file: FoundDriveFile): ReactNode
  /** Shown if there is no file: why to add one. */
  children: ReactNode
  /** The search state, if it is not in the page's address. */
  search?: Searched
}

interface Searched {
  words: string
  onSearch(words: string): void
}

export function FilePicker({ action, children, search }: Props) {
  const inAddress = useSearchInAddress()
  const { words, onSearch } = search ?? inAddress
  const { locale } = useHouse()
  const list = useList(pagesOf("search-drive-files", { query: words }), ({ files }) => files)
  const offered = list.items.flatMap((file) => {
    const drawn = action(file)
    return drawn === false ? [] : [{ file, drawn }]
  })
  const none = list.items.length > 0 ? "No suitable files" : "No files yet"
  return (
    <>
      <SearchField label="Search the drive" value={words} onSearch={onSearch} />
      {list.isLoaded && !list.hasMore && offered.length === 0 && (
        <Empty title={words ? "No results" : none} action={<Link to="/drive">Go to drive</Link>}>
          {children}
        </Empty>
      )}
      <Rows>
        {offered.map(({ file, drawn }) => (
          <Row
            key={file.id}
            title={file.name}
            detail={`${formatBytes(file.size_bytes, locale)}, ${file.folder_path === "/" ? "Drive" : file.folder_path}`}
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

interface PickProps {
  verb: string
  name: string
  isBusy?: boolean
  disabled?: boolean
  onClick(): void
}

/** The button that picks a file. */
export function PickButton({ verb, name, ...rest }: PickProps) {
  return (
    <Button {...rest} size="sm" variant="default" aria-label={`${verb} ${name}`}>
      {verb}
    </Button>
  )
}

function useSearchInAddress(): Searched {
  const { search, go } = useAddress()
  return { words: search.q ?? "", onSearch: (q) => go({ q }) }
}
