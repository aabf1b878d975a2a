import { useCallback } from "react"
import { Button } from "../../kit/button.tsx"
import { useRead } from "../ask.ts"
import type { InputOf } from "../calls.ts"
import { mayAs } from "../console-data.ts"
import { CsvButton } from "../ui/lists/csv-button.tsx"
import { Filter } from "../ui/lists/filter.tsx"
import { ListFrame } from "../ui/lists/list-frame.tsx"
import { trashHead } from "../ui/lists/trash.tsx"
import { useChosen } from "../ui/lists/use-chosen.ts"
import { useList } from "../ui/lists/use-list.ts"
import { Empty } from "../ui/page.tsx"
import { AddressButton, SidePanel } from "../ui/panels/panel.tsx"
import { useLastFound } from "../ui/panels/use-last-found.ts"
import { useAddress } from "../ui/use-address.ts"
import { ChosenLinks } from "./chosen-links.tsx"
import { linkColumns } from "./columns.tsx"
import { ImportPanel } from "./import/import-panel.tsx"
import { LinkForm } from "./link-form.tsx"
import { LinkSheet } from "./link-sheet.tsx"
import type { Link } from "./link-states.ts"
import { linksCsv } from "./links-csv.ts"

export function View() {
  const { search, go } = useAddress()
  const inTrash = search.trash === "1"
  const filter = { query: search.q, tag: search.tag, importId: search.imported }
  const also = { limit: 100, withRecent: true, ...(inTrash && { inTrash: true }) }
  const list = useList("browse-links", filter, { sorts: "links", also })
  const { chosen, choose, chooseNone, chooseAll } = useChosen(filter, search.trash)
  const ticked = chosen.isAll ? new Set(list.items.map(({ id }) => id)) : chosen.ids
  return (
    <ListFrame
      {...(inTrash ? trashHead("links") : { title: "Links", actions: mayAs("member") && <Begin /> })}
      label="Links"
      search="Search links"
      filters={<Filters />}
      tools={<Tools hasCsv={list.items.length > 0} input={{ ...filter, ...list.order }} />}
      list={list}
      columns={useLinkColumns()}
      hides="links"
      unfound=""
      empty={inTrash ? <Empty title="Trash is empty" /> : <NoLinks />}
      onOpen={({ id }) => go({ open: id })}
      {...(mayAs("member") && { chosen: ticked, onChoose: choose })}
    >
      {(chosen.isAll || chosen.ids.size > 0) && (
        <ChosenLinks chosen={chosen} listed={list.items} inTrash={inTrash} onAll={chooseAll} onNone={chooseNone} />
      )}
      <Panels listed={list.items} />
    </ListFrame>
  )
}

function NoLinks() {
  return (
    <Empty title="No links yet" action={mayAs("member") && <CreateButton />}>
      Create a short link to any page and count its clicks.
    </Empty>
  )
}

function useLinkColumns() {
  const { go } = useAddress()
  return useCallback(
    (hidden: ReadonlySet<string>) =>
      linkColumns({ onTag: (tag) => go({ tag }), onQr: ({ id }) => go({ open: id, show: "qr" }), hidden }),
    [go],
  )
}

function Begin() {
  return (
    <>
      <AddressButton variant="default" label="Import CSV" to={{ import: "1" }} />
      <CreateButton />
    </>
  )
}

const CreateButton = () => <AddressButton label="Create link" to={{ new: "1" }} />

function Filters() {
  const { imported } = useAddress().search
  return (
    <>
      <TagFilter />
      {imported && <ImportFilter id={imported} />}
    </>
  )
}

function Tools({ hasCsv, input }: { hasCsv: boolean; input: InputOf<"browse-links"> }) {
  const { search } = useAddress()
  if (search.trash === "1") return null
  return (
    <>
      {hasCsv && <CsvButton {...linksCsv} input={input} size="sm" variant="subtle" />}
      <AddressButton size="sm" variant="subtle" label="Trash" to={{ trash: "1" }} />
    </>
  )
}

/** Filters by tag; hidden while the workspace has no tags. */
function TagFilter() {
  const now = useAddress().search.tag ?? ""
  const known = useRead("list-link-tags", {}).data?.tags ?? []
  const options = known.map(({ name, links }) => ({ value: name, label: `${name} (${links.toLocaleString()})` }))
  const isKnown = options.some(({ value }) => value.toLowerCase() === now.toLowerCase())
  if (now !== "" && !isKnown) options.push({ value: now, label: `${now} (0)` })
  return options.length > 0 && <Filter label="Tag" by="tag" all="All tags" options={options} />
}

function ImportFilter({ id }: { id: string }) {
  const { go } = useAddress()
  const imports = useRead("list-link-imports", {}, { enabled: mayAs("member") }).data?.imports ?? []
  const name = `Imported from ${imports.find((one) => one.id === id)?.fileName || "a file"}`
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

function Panels({ listed }: { listed: readonly Link[] }) {
  const { search, go } = useAddress()
  const open = useOpenLink(listed, search.open)
  const close = () => go({ new: undefined, open: undefined, show: undefined, days: undefined, import: undefined })
  if (search.new === "1") {
    return (
      <SidePanel title="New link" onClose={close}>
        <LinkForm onDone={close} />
      </SidePanel>
    )
  }
  if (search.import === "1" && mayAs("member")) return <ImportPanel onClose={close} />
  if (!open) return null
  return (
    <SidePanel title={open.title ?? open.slug} onClose={close}>
      <LinkSheet link={open} inTrash={open.state === "trashed"} onClose={close} />
    </SidePanel>
  )
}

/** The open link; it may be outside of the loaded part of the list. */
function useOpenLink(listed: readonly Link[], id: string | undefined): Link | undefined {
  const found = useLastFound(
    id,
    listed.find((link) => link.id === id),
  )
  const { data } = useRead("get-link", { id: id ?? "" }, { enabled: Boolean(id) && !found })
  return id ? (found ?? data) : undefined
}
