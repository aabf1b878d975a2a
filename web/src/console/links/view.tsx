import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useCallback } from "react"
import { listSorts } from "../../../../server/src/contract/console/list-sorts.ts"
import { Button } from "../../kit/button.tsx"
import { pagesOf, readOf } from "../ask.ts"
import { mayAs } from "../here.ts"
import { BackFromTrash } from "../ui/back-from-trash.tsx"
import { ColumnsMenu } from "../ui/columns-menu.tsx"
import { Filter } from "../ui/filter.tsx"
import { useList } from "../ui/list.ts"
import { Empty, View as Frame } from "../ui/page.tsx"
import { SearchField } from "../ui/search-field.tsx"
import { ListTable } from "../ui/table.tsx"
import { useAddress } from "../ui/use-address.ts"
import { useColumns } from "../ui/use-columns.ts"
import { useSort } from "../ui/use-sort.ts"
import { ChosenLinks } from "./chosen-links.tsx"
import { linkColumns } from "./columns.tsx"
import { LinksCsvButton } from "./csv-button.tsx"
import { Panels } from "./panels.tsx"
import { useChosen } from "./use-chosen.ts"

/** The workspace's short links. The search, the filter and the open panel are in the address. */
export function View() {
  const { search, go } = useAddress()
  const inTrash = search.trash === "1"
  const filter = filterOf(search)
  const { asked: order, sort } = useSort(listSorts.links)
  const asked = { limit: 100, with_recent: true, ...order, ...filter, ...(inTrash && { in_trash: true }) }
  const list = useList(pagesOf("browse-links", asked), ({ links }) => links)
  const { chosen, choose, chooseAll } = useChosen(filter, { inTrash })
  const ticked = chosen.isAll ? new Set(list.items.map(({ id }) => id)) : chosen.ids
  const { shown, chosen: chosenColumns } = useLinkColumns()
  return (
    <Frame {...headOf({ inTrash })}>
      <SearchLine inTrash={inTrash}>
        {list.items.length > 0 && <ColumnsMenu {...chosenColumns} />}
        {!inTrash && list.items.length > 0 && <LinksCsvButton filter={{ ...filter, ...order }} variant="subtle" />}
      </SearchLine>
      <ListTable
        label="Links"
        columns={shown}
        list={list}
        sort={sort}
        empty={<NoLinks isFiltered={Object.keys(filter).length > 0} inTrash={inTrash} />}
        onOpen={({ id }) => go({ open: id })}
        {...(mayAs("member") && { chosen: ticked, onChoose: choose })}
      />
      {(chosen.isAll || chosen.ids.size > 0) && (
        <ChosenLinks
          chosen={chosen}
          listed={list.items}
          inTrash={inTrash}
          onAll={chooseAll}
          onNone={() => choose(new Set())}
        />
      )}
      <Panels listed={list.items} />
    </Frame>
  )
}

const filterOf = ({ q, tag, imported }: ReturnType<typeof useAddress>["search"]) => ({
  ...(q && { query: q }),
  ...(tag && { tag }),
  ...(imported && { import_id: imported }),
})

function headOf({ inTrash }: { inTrash: boolean }) {
  if (!inTrash) return { title: "Links", actions: mayAs("member") && <Begin /> }
  return { title: "Trash", below: "Deleted permanently after 30 days.", actions: <BackFromTrash to="links" /> }
}

function useLinkColumns() {
  const { go } = useAddress()
  const columnsOf = useCallback(
    (hidden: ReadonlySet<string>) =>
      linkColumns({ onTag: (tag) => go({ tag }), onQr: ({ id }) => go({ open: id, show: "qr" }), hidden }),
    [go],
  )
  return useColumns("links", columnsOf)
}

function Begin() {
  const { go } = useAddress()
  return (
    <>
      <Button variant="default" onClick={() => go({ import: "1" })}>
        Import CSV
      </Button>
      <CreateButton />
    </>
  )
}

function CreateButton() {
  const { go } = useAddress()
  return <Button onClick={() => go({ new: "1" })}>Create link</Button>
}

function SearchLine({ inTrash, children }: { inTrash: boolean; children: ReactNode }) {
  const { search, go } = useAddress()
  return (
    <SearchField label="Search links" value={search.q ?? ""} onSearch={(q) => go({ q })}>
      <TagFilter />
      {search.imported && <ImportFilter id={search.imported} />}
      {children}
      {!inTrash && (
        <Button size="sm" variant="subtle" onClick={() => go({ trash: "1" })}>
          Trash
        </Button>
      )}
    </SearchField>
  )
}

/** Filters by tag; hidden while the workspace has no tags. */
function TagFilter() {
  const { search, go } = useAddress()
  const known = useQuery(readOf("list-link-tags", {})).data?.tags ?? []
  const now = search.tag ?? ""
  const options = known.map(({ name, links }) => ({ value: name, label: `${name} (${links.toLocaleString()})` }))
  const asked = options.find(({ value }) => value.toLowerCase() === now.toLowerCase())
  if (options.length === 0 && now === "") return null
  return (
    <Filter
      label="Tag"
      value={asked?.value ?? now}
      onChoose={(tag) => go({ tag })}
      options={[
        { value: "", label: "All tags" },
        ...options,
        ...(now === "" || asked ? [] : [{ value: now, label: `${now} (0)` }]),
      ]}
    />
  )
}

function ImportFilter({ id }: { id: string }) {
  const { go } = useAddress()
  const imports = useQuery({ ...readOf("list-link-imports", {}), enabled: mayAs("member") }).data?.imports ?? []
  const name = `Imported from ${imports.find((one) => one.id === id)?.file_name || "a file"}`
  return (
    <Button
      size="sm"
      variant="default"
      aria-label={`Remove filter: ${name}`}
      onClick={() => go({ imported: undefined })}
    >
      <bdi>{name}</bdi> ×
    </Button>
  )
}

function NoLinks({ isFiltered, inTrash }: { isFiltered: boolean; inTrash: boolean }) {
  if (isFiltered) return <Empty title="No results" />
  if (inTrash) return <Empty title="Trash is empty" />
  return (
    <Empty title="No links yet" action={mayAs("member") && <CreateButton />}>
      Create a short link to any page and count its clicks.
    </Empty>
  )
}
