import type { ReactNode } from "react"
import type { useList } from "./list.ts"
import { SidePanel } from "./panel.tsx"
import { SegmentedControl } from "./segmented-control.tsx"
import { ListTable, type TableColumn } from "./table.tsx"
import { useAddress } from "./use-address.ts"
import { useKept } from "./use-kept.ts"
import type { TableSort } from "./use-sort.ts"

interface Props<Item extends { id: string }> {
  label: string
  columns: readonly TableColumn<Item>[]
  list: ReturnType<typeof useList<unknown, Item>>
  sort?: TableSort
  /** Shown instead of an empty table. */
  empty: ReactNode
  /** Switches to the rows that are done with. The choice is in the address, as `yes` under the name `by`. */
  states?: { label: string; by: string; options: Readonly<Record<"" | "yes", string>> }
  titleOf(item: Item): string
  /** The content of the panel for a row. */
  sheet(item: Item, close: () => void): ReactNode
}

/** A list whose rows open in a panel. The open row is in the address. */
export function OpenList<Item extends { id: string }>({ states, titleOf, sheet, ...table }: Props<Item>) {
  const { search, go } = useAddress()
  const open = useKept(
    search.open,
    table.list.items.find(({ id }) => id === search.open),
  )
  const close = () => go({ open: undefined })
  return (
    <>
      {states && (
        <SegmentedControl
          label={states.label}
          options={states.options}
          now={search[states.by] === "yes" ? "yes" : ""}
          onGo={(state) => go({ [states.by]: state, open: undefined })}
        />
      )}
      <ListTable {...table} onOpen={({ id }) => go({ open: id })} />
      {open && (
        <SidePanel title={titleOf(open)} onClose={close}>
          {sheet(open, close)}
        </SidePanel>
      )}
    </>
  )
}
