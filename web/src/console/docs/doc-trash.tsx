import { type AnswerOf, pagesOf } from "../ask.ts"
import { useList } from "../ui/list.ts"
import { Empty } from "../ui/page.tsx"
import { ListTable, type TableColumn } from "../ui/table.tsx"
import { trashColumns } from "../ui/trash-columns.tsx"
import { useChange } from "../use-change.ts"
import { staleDocs } from "./stale-docs.ts"

type Doc = AnswerOf<"list-trashed-docs">["items"][number]

export function DocTrash() {
  const list = useList(pagesOf("list-trashed-docs", {}), ({ items }) => items)
  const restore = useChange("restore-doc", {
    makesStale: staleDocs,
    atOnce: ({ id }, edit) =>
      edit("list-trashed-docs", (answer) => ({ ...answer, items: answer.items.filter((doc) => doc.id !== id) })),
  })
  const columns: readonly TableColumn<Doc>[] = [
    {
      title: "Doc",
      width: "minmax(12rem, 1fr)",
      cell: ({ emoji, title }) => <bdi>{`${emoji ?? ""} ${title}`.trim()}</bdi>,
    },
    ...trashColumns<Doc>({ nameOf: ({ title }) => title, onTakeBack: (id) => restore.mutate({ id }) }),
  ]
  return <ListTable label="Trash" columns={columns} list={list} empty={<Empty title="Trash is empty" />} />
}
