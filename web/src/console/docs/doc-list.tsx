import { Link as RouterLink, useNavigate } from "@tanstack/react-router"
import { listSorts } from "../../../../server/src/contract/console/list-sorts.ts"
import { Button } from "../../kit/button.tsx"
import { When } from "../../kit/when.tsx"
import { type AnswerOf, pagesOf } from "../ask.ts"
import { mayAs } from "../here.ts"
import { Filter } from "../ui/filter.tsx"
import { useList } from "../ui/list.ts"
import { Empty } from "../ui/page.tsx"
import { SearchField } from "../ui/search-field.tsx"
import { SegmentedControl } from "../ui/segmented-control.tsx"
import { ListTable, type TableColumn } from "../ui/table.tsx"
import { useAddress } from "../ui/use-address.ts"
import { useSort } from "../ui/use-sort.ts"
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
  {
    title: "Created",
    sort: "-created_at",
    width: "9rem",
    cell: ({ createdAt }) => <When at={createdAt} isDay />,
    isWide: true,
  },
  {
    title: "Updated",
    sort: "-updated_at",
    width: "11rem",
    cell: ({ updatedAt }) => <When at={updatedAt} />,
    isWide: true,
  },
]

const trashColumn: TableColumn<Doc> = {
  title: "Trash",
  width: "8.5rem",
  cell: TrashButton,
  isNumber: true,
  isWide: true,
}

const sorts = [...listSorts.docs, "starred"]

function AllDocs({ isStarred }: { isStarred: boolean }) {
  const { asked: order, sort } = useSort(sorts)
  const asked = pagesOf("browse-docs", { ...order, ...(isStarred && { isStarred }) })
  const list = useList(asked, ({ items }) => items)
  const navigate = useNavigate()
  return (
    <ListTable
      label="Docs"
      columns={mayAs("member") ? [...columns, trashColumn] : columns}
      list={list}
      sort={sort}
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
        <Filter
          label="Sort"
          value={search.sort === "starred" ? "starred" : ""}
          onChoose={(sort) => go({ sort })}
          options={[
            { value: "", label: "Newest first" },
            { value: "starred", label: "Starred first" },
          ]}
        />
      )}
      <Button size="sm" variant="subtle" onClick={() => go({ trash: "1", q: undefined })}>
        Trash
      </Button>
    </SearchField>
  )
}

function Title(doc: Doc) {
  return (
    <span className={styles.titled}>
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
