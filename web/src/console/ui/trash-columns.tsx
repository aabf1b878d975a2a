import { Button } from "../../kit/button.tsx"
import { When } from "../../kit/when.tsx"
import { mayAs } from "../here.ts"
import type { TableColumn } from "./table.tsx"

interface Trashed {
  id: string
  deletedAt: number
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
    { title: "Deleted", width: "11rem", cell: ({ deletedAt }) => <When at={deletedAt} />, isWide: true },
    ...(mayAs("member") ? [{ title: "Restore", width: "7.5rem", cell: takeBack, isNumber: true }] : []),
  ]
}
