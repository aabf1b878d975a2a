import type { AnswerOf } from "../ask.ts"
import { ListFrame } from "../ui/lists/list-frame.tsx"
import type { TableColumn } from "../ui/lists/table.tsx"
import { trashColumns, trashHead } from "../ui/lists/trash.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { Empty } from "../ui/page.tsx"
import { useChange } from "../use-change.ts"
import { staleDocs } from "./stale-docs.ts"

type Doc = AnswerOf<"list-trashed-docs">["items"][number]

export function DocTrash() {
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
  const list = useList("list-trashed-docs", {})
  return <ListFrame {...trashHead("docs")} columns={columns} list={list} empty={<Empty title="Trash is empty" />} />
}
