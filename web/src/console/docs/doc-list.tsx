import { Link as RouterLink, useNavigate } from "@tanstack/react-router"
import { Button } from "../../kit/button.tsx"
import type { AnswerOf } from "../calls.ts"
import { mayAs } from "../console-data.ts"
import { dayColumn, type TableColumn, timeColumn } from "../ui/lists/columns.tsx"
import { Filter } from "../ui/lists/filter.tsx"
import { ListView } from "../ui/lists/list-frame.tsx"
import { SearchField } from "../ui/lists/search-field.tsx"
import { SegmentedControl } from "../ui/lists/segmented-control.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { Empty } from "../ui/page.tsx"
import { AddressButton } from "../ui/panels/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { FoundDocs } from "./found-docs.tsx"
import styles from "./star.module.css"
import { Star } from "./star.tsx"
import { TrashButton } from "./trash-button.tsx"
import { useNewDoc } from "./use-new-doc.ts"

type Doc = AnswerOf<"browse-docs">["items"][number]

/** Reads its search text and filters from the address. */
export function DocList() {
  const { search } = useAddress()
  const isStarred = search.starred === "1"
  return (
    <>
      <Filters />
      {search.q ? <FoundDocs query={search.q} isStarred={isStarred} /> : <AllDocs isStarred={isStarred} />}
    </>
  )
}

const columns: readonly TableColumn<Doc>[] = [
  { title: "Doc", sort: "title", width: "minmax(12rem, 1fr)", cell: (doc) => <Title {...doc} /> },
  dayColumn("Created", ({ createdAt }) => createdAt, { sort: "-created_at" }),
  timeColumn("Updated", ({ updatedAt }) => updatedAt, { sort: "-updated_at" }),
]

const trashColumn: TableColumn<Doc> = {
  title: "Trash",
  width: "8.5rem",
  cell: TrashButton,
  isNumber: true,
  isWide: true,
}

function AllDocs({ isStarred }: { isStarred: boolean }) {
  const list = useList("browse-docs", { isStarred: isStarred || undefined }, { sorts: "docs" })
  const navigate = useNavigate()
  return (
    <ListView
      label="Docs"
      columns={mayAs("member") ? [...columns, trashColumn] : columns}
      list={list}
      empty={<NoDocs isStarred={isStarred} />}
      onOpen={({ id }) => navigate({ to: `/docs/${id}` })}
    />
  )
}

function Filters() {
  const { search, go } = useAddress()
  return (
    <SearchField label="Search docs" value={search.q ?? ""} onSearch={(q) => go({ q })}>
      <SegmentedControl
        label="Filter"
        options={{ all: "All", starred: "Starred" }}
        now={search.starred === "1" ? "starred" : "all"}
        onGo={(option) => go({ starred: option === "starred" ? "1" : undefined })}
      />
      {search.starred !== "1" && !search.q && (
        <Filter label="Sort" by="sort" all="Newest first" options={[{ value: "starred", label: "Starred first" }]} />
      )}
      <AddressButton size="sm" variant="subtle" label="Trash" to={{ trash: "1", q: undefined }} />
    </SearchField>
  )
}

function Title(doc: Doc) {
  return (
    <span className={`flex middle gap-1 ${styles.titled}`}>
      <Star doc={doc} />
      <RouterLink to={`/docs/${doc.id}`}>
        {doc.emoji && <span aria-hidden="true">{doc.emoji} </span>}
        <bdi>{doc.title}</bdi>
      </RouterLink>
    </span>
  )
}

function NoDocs({ isStarred }: { isStarred: boolean }) {
  const { create, isCreating } = useNewDoc()
  if (isStarred) {
    return <Empty title="No starred docs">Click the star next to a title to add it here.</Empty>
  }
  return (
    <Empty
      title="No docs yet"
      action={
        mayAs("member") && (
          <Button isBusy={isCreating} onClick={create}>
            Create doc
          </Button>
        )
      }
    >
      Write plans, scripts and notes together.
    </Empty>
  )
}
