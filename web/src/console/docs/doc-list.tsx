import { Link as RouterLink, useNavigate } from "@tanstack/react-router"
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
  { title: "Doc", width: "minmax(12rem, 1fr)", cell: (doc) => <Title {...doc} /> },
  { title: "Made", width: "9rem", cell: ({ createdAt }) => <When at={createdAt} isDay />, isWide: true },
  { title: "Changed", width: "11rem", cell: ({ updatedAt }) => <When at={updatedAt} />, isWide: true },
]

const trashColumn: TableColumn<Doc> = { title: "Trash", width: "6.5rem", cell: TrashButton, isNumber: true }

function AllDocs({ isStarred }: { isStarred: boolean }) {
  const { search } = useAddress()
  const asked = pagesOf("browse-docs", {
    ...(isStarred && { isStarred }),
    ...(search.sort === "starred" && { sort: search.sort }),
  })
  const list = useList(asked, ({ items }) => items)
  const navigate = useNavigate()
  return (
    <ListTable
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
        label="Which docs"
        options={{ all: "All", starred: "Starred" }}
        now={search.starred === "1" ? "starred" : "all"}
        onGo={(option) => go({ starred: option === "starred" ? "1" : undefined })}
      />
      {search.starred !== "1" && !search.q && (
        <Filter
          label="Order"
          value={search.sort === "starred" ? "starred" : ""}
          onChoose={(sort) => go({ sort })}
          options={[
            { value: "", label: "Latest first" },
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
    return (
      <Empty title="No doc has your star">A press on the star before a title keeps the doc here, for you alone.</Empty>
    )
  }
  return (
    <Empty
      title="Your first doc"
      action={
        mayAs("member") && (
          <Button isBusy={isCreating} onClick={create}>
            Create doc
          </Button>
        )
      }
    >
      A doc holds what the workspace writes down: a launch plan, a script, an answer that you give often. Everybody in
      the workspace can read it.
    </Empty>
  )
}
