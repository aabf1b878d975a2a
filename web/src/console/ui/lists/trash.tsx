import { Button } from "../../../kit/button.tsx"
import { mayAs } from "../../console-data.ts"
import { AddressButton } from "../panels/panel.tsx"
import { type TableColumn, timeColumn } from "./columns.tsx"

interface Trashed {
  id: string
  deletedAt: number
}

/** The head of the page that shows the trash of `list`. */
export const trashHead = (list: string) => ({
  title: "Trash",
  below: "Deleted permanently after 30 days.",
  actions: <BackFromTrash to={list} />,
})

function BackFromTrash({ to }: { to: string }) {
  return <AddressButton variant="default" label={`Back to ${to}`} to={{ trash: undefined }} />
}

interface Props<Item extends Trashed> {
  nameOf(item: Item): string
  onTakeBack(id: string): void
}

/** The last columns of a trash: when an item was removed, and for members the button that takes it back. */
export function trashColumns<Item extends Trashed>({ nameOf, onTakeBack }: Props<Item>): readonly TableColumn<Item>[] {
  const takeBack = (item: Item) => (
    <Button size="sm" variant="default" aria-label={`Restore “${nameOf(item)}”`} onClick={() => onTakeBack(item.id)}>
      Restore
    </Button>
  )
  return [
    timeColumn("Deleted", ({ deletedAt }) => deletedAt),
    ...(mayAs("member") ? [{ title: "Restore", width: "7.5rem", cell: takeBack, isNumber: true }] : []),
  ]
}
