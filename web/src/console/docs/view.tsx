import { Button } from "../../kit/button.tsx"
import type { AnswerOf } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import { ListFrame } from "../ui/lists/list-frame.tsx"
import type { TableColumn } from "../ui/lists/table.tsx"
import { trashColumns, trashHead } from "../ui/lists/trash.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { Empty, View as Frame } from "../ui/page.tsx"
import { AddressButton } from "../ui/panels/address-button.tsx"
import { AddressPanel } from "../ui/panels/address-panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { useChange } from "../use-change.ts"
import { DocList } from "./doc-list.tsx"
import { ImportForm } from "./import-form.tsx"
import { staleDocs } from "./stale-docs.ts"
import { useNewDoc } from "./use-new-doc.ts"

export function View() {
  if (useAddress().search.trash === "1") return <DocTrash />
  return (
    <Frame title="Docs" actions={mayAs("member") && <Begin />}>
      <DocList />
      <AddressPanel by="import" title="Import doc">
        {() => <ImportForm />}
      </AddressPanel>
    </Frame>
  )
}

function Begin() {
  const { create, isCreating } = useNewDoc()
  return (
    <>
      <AddressButton variant="default" label="Import" to={{ import: "1" }} />
      <Button isBusy={isCreating} onClick={create}>
        Create doc
      </Button>
    </>
  )
}

type Doc = AnswerOf<"list-trashed-docs">["items"][number]

function DocTrash() {
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
