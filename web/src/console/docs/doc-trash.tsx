import { Button } from "../../kit/button.tsx"
import { When } from "../../kit/when.tsx"
import { type AnswerOf, listOf } from "../ask.ts"
import { mayAs } from "../here.ts"
import { useList } from "../ui/list.ts"
import { Empty } from "../ui/page.tsx"
import { type Column, Table } from "../ui/table.tsx"
import { useChange } from "../use-change.ts"
import { staleDocs } from "./stale-docs.ts"

type Doc = AnswerOf<"list-trashed-docs">["items"][number]

export function DocTrash({ onBack }: { onBack(): void }) {
  const list = useList(listOf("list-trashed-docs", {}), ({ items }) => items)
  const restore = useChange("restore-doc", {
    makesStale: staleDocs,
    atOnce: ({ id }, edit) =>
      edit("list-trashed-docs", (answer) => ({ ...answer, items: answer.items.filter((doc) => doc.id !== id) })),
  })
  const columns: readonly Column<Doc>[] = [
    {
      title: "Doc",
      width: "minmax(12rem, 1fr)",
      cell: ({ emoji, title }) => <bdi>{`${emoji ?? ""} ${title}`.trim()}</bdi>,
    },
    { title: "Removed", width: "11rem", cell: ({ deletedAt }) => <When at={deletedAt} />, isWide: true },
    ...(mayAs("member") ? [{ title: "Take back", width: "7.5rem", cell: takeBack, isNumber: true }] : []),
  ]
  function takeBack({ id, title }: Doc) {
    return (
      <Button size="sm" variant="default" aria-label={`Take “${title}” back`} onClick={() => restore.mutate({ id })}>
        Take back
      </Button>
    )
  }
  return (
    <>
      <div>
        <Button size="sm" variant="subtle" onClick={onBack}>
          Back to the docs
        </Button>
      </div>
      {list.isLoaded && list.items.length === 0 ? (
        <Empty title="The trash is empty">Docs that you remove come here, and are gone for good after 30 days.</Empty>
      ) : (
        <Table
          label="Docs in the trash"
          columns={columns}
          rows={list.items}
          keyOf={({ id }) => id}
          hasMore={list.hasMore}
          onMore={list.onMore}
        />
      )}
    </>
  )
}
