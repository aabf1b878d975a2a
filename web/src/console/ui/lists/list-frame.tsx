import { type ComponentProps, type ReactNode, useMemo, useState } from "react"
import sheet from "../../../kit/people/account-menu.module.css"
import { stored } from "../../../kit/stored.ts"
import { Empty, View } from "../page.tsx"
import { SidePanel } from "../panels/panel.tsx"
import { useLastFound } from "../panels/use-last-found.ts"
import { useAddress } from "../use-address.ts"
import type { TableColumn } from "./columns.tsx"
import styles from "./columns-menu.module.css"
import { SearchField } from "./search-field.tsx"
import { SegmentedControl } from "./segmented-control.tsx"
import { ListTable } from "./table.tsx"
import type { OfRows } from "./table-row.tsx"
import type { LoadedList } from "./use-list.ts"

interface ListProps<Item> extends Omit<OfRows<Item>, "keyOf" | "columns">, Filtering {
  label: string
  list: LoadedList<Item>
  /** The item in the address; without it, its `id`. */
  idOf?(item: Item): string
  keyOf?(item: Item): string
  columns: Columns<Item>
  /** The name under which this browser keeps the columns that the person hides. Without it, all are shown. */
  hides?: string
  /** Between the filters and the table. */
  note?: ReactNode
  empty: ReactNode
  /** What to do if the filters find no rows; without it, `empty` is shown then, too. */
  unfound?: string
  /** The open row is in the address. */
  panel?: { title(item: Item): string; content(item: Item, close: () => void): ReactNode }
}

interface Filtering {
  /** The state of the rows is in the address, under the name `by`. */
  states?: { label: string; by: string; options: Readonly<Record<string, string>> }
  /** The label of the search field. The words are in the address. */
  search?: string
  filters?: ReactNode
  tools?: ReactNode
}

interface FrameProps<Item>
  extends Omit<ListProps<Item>, "label">,
    Pick<ComponentProps<typeof View>, "below" | "actions"> {
  title: string
  /** The name of the table, if it is not the title. */
  label?: string
  above?: ReactNode
  /** Below the list: bulk actions and panels. */
  children?: ReactNode
}

export function ListFrame<Item>({ title, below, actions, above, children, ...list }: FrameProps<Item>) {
  return (
    <View title={title} below={below} actions={actions}>
      {above}
      <ListView label={title} {...list} />
      {children}
    </View>
  )
}

/** A list: its filters, its table, and the panel of a row. */
export function ListView<Item>(props: ListProps<Item>) {
  const { list, columns, hides, states, search: words, filters, tools, note, panel, idOf = ownId, ...rest } = props
  const { empty, unfound, ...table } = rest
  const { search, go } = useAddress()
  const { shown, menu } = useColumns(hides, columns)
  const open = useLastFound(search.open, panel && list.items.find((item) => idOf(item) === search.open))
  const close = () => go({ open: undefined })
  const none = list.isFiltered && unfound !== undefined ? <Empty title="No results">{unfound}</Empty> : empty
  return (
    <>
      {states && <States {...states} />}
      {words && (
        <Search label={words}>
          {filters}
          {menu && list.items.length > 0 && <ColumnsMenu {...menu} />}
          {tools}
        </Search>
      )}
      {note}
      <ListTable
        keyOf={idOf}
        {...(panel && { onOpen: (item: Item) => go({ open: idOf(item) }) })}
        {...table}
        list={list}
        columns={shown}
        empty={none}
      />
      {panel && open && (
        <SidePanel title={panel.title(open)} onClose={close}>
          {panel.content(open, close)}
        </SidePanel>
      )}
    </>
  )
}

const ownId = (item: unknown) => (item as { id: string }).id

function Search(props: { label: string; children: ReactNode }) {
  const { search, go } = useAddress()
  return <SearchField {...props} value={search.q ?? ""} onSearch={(q) => go({ q, open: undefined })} />
}

function States({ label, by, options }: NonNullable<Filtering["states"]>) {
  const { search, go } = useAddress()
  const now = search[by] ?? ""
  const onGo = (state: string) => go({ [by]: state, open: undefined })
  return <SegmentedControl {...{ label, options, onGo }} now={now in options ? now : ""} />
}

/** Hides and shows columns. `enhance/menu.ts` closes it. Phones, which hide these columns, do not show it. */
function ColumnsMenu({ titles, hidden, toggle }: ChosenColumns) {
  return (
    <details className={styles.menu} data-menu>
      <summary>Columns</summary>
      <fieldset className={`sheet raised ${sheet.sheet}`} aria-label="Columns">
        {titles.map((title) => (
          <label key={title}>
            <input type="checkbox" checked={!hidden.has(title)} onChange={() => toggle(title)} /> {title}
          </label>
        ))}
      </fieldset>
    </details>
  )
}

interface ChosenColumns {
  /** The titles of the columns that can be hidden. */
  titles: readonly string[]
  hidden: ReadonlySet<string>
  toggle(title: string): void
}

/** The columns of a table; a stable function of the hidden titles where cells depend on them. */
type Columns<Row> = readonly TableColumn<Row>[] | ((hidden: ReadonlySet<string>) => readonly TableColumn<Row>[])

const none: ReadonlySet<string> = new Set()

/** The columns that this browser shows of the table `name`. Without a name, it shows all. */
function useColumns<Row>(name: string | undefined, columns: Columns<Row>) {
  const key = `hidden-columns:${name}`
  const [hidden, hide] = useState(() => (name === undefined ? none : new Set(stored.get(key)?.split("\n"))))
  const toggle = (title: string) => {
    const next = new Set(hidden)
    if (!next.delete(title)) next.add(title)
    stored.set(key, [...next].join("\n"))
    hide(next)
  }
  const { titles, shown } = useMemo(() => {
    const all = typeof columns === "function" ? columns(hidden) : columns
    return {
      titles: all.flatMap(({ title, isWide }) => (isWide ? [title] : [])),
      shown: all.filter(({ title, isWide }) => !isWide || !hidden.has(title)),
    }
  }, [columns, hidden])
  return { shown, menu: name === undefined ? undefined : ({ titles, hidden, toggle } satisfies ChosenColumns) }
}
