import { useInfiniteQuery } from "@tanstack/react-query"
import { createLink, useNavigate } from "@tanstack/react-router"
import { type ComponentProps, useState } from "react"
import { listSorts } from "../../../../server/src/contract/console/list-sorts.ts"
import { Button, ButtonLink } from "../../kit/button.tsx"
import { pagesOf } from "../ask.ts"
import { mayAs } from "../here.ts"
import { useList } from "../ui/list.ts"
import { Empty, View as Frame } from "../ui/page.tsx"
import { SidePanel } from "../ui/panel.tsx"
import { SearchField } from "../ui/search-field.tsx"
import { ListTable } from "../ui/table.tsx"
import { useAddress } from "../ui/use-address.ts"
import { type TableSort, useSort } from "../ui/use-sort.ts"
import { Breadcrumbs } from "./breadcrumbs.tsx"
import { driveColumns } from "./columns.tsx"
import { dragOf, useDropOn } from "./drag.ts"
import { type DriveEntry, entriesOf } from "./entries.ts"
import { NewFolderForm } from "./new-folder-form.tsx"
import { RenameForm } from "./rename-form.tsx"
import { ChooseFiles, DropTarget } from "./upload/take-files.tsx"
import { Uploads } from "./upload/uploads.tsx"
import { Usage, UsageByKind } from "./usage.tsx"
import { useTrashEntries } from "./use-trash-entries.ts"

/** The content of a folder, or the results of a search below it. */
export function DriveFolder() {
  const { search, go } = useAddress()
  const { asked: order, sort } = useSort(listSorts.files)
  const asked = { ...order, ...(search.folder && { folderId: search.folder }), ...(search.q && { query: search.q }) }
  const way = useInfiniteQuery(pagesOf("list-folder", asked)).data?.pages[0]?.way ?? []
  const here = way.at(-1)
  const isMember = mayAs("member")
  const entries = <Entries key={search.folder} asked={asked} sort={sort} />
  return (
    <Frame
      title={here?.name ?? "Drive"}
      below={way.length > 0 ? <Breadcrumbs way={way} /> : <Usage />}
      actions={
        isMember && (
          <>
            <Button variant="default" onClick={() => go({ new: "1" })}>
              New folder
            </Button>
            <ChooseFiles folderId={search.folder} />
          </>
        )
      }
    >
      {isMember ? (
        <DropTarget folderId={search.folder}>
          <Uploads />
          {entries}
        </DropTarget>
      ) : (
        entries
      )}
      {way.length === 0 && <UsageByKind />}
      <FolderForms here={here} />
    </Frame>
  )
}

function FolderForms({ here }: { here: ComponentProps<typeof RenameForm>["entry"] | undefined }) {
  const { search, go } = useAddress()
  const close = () => go({ new: undefined, rename: undefined })
  return (
    <>
      {search.new === "1" && (
        <SidePanel title="New folder" onClose={close}>
          <NewFolderForm parentId={search.folder ?? null} onDone={close} />
        </SidePanel>
      )}
      {search.rename === "1" && here && (
        <SidePanel title="Rename folder" onClose={close}>
          <RenameForm entry={here} onDone={close} />
        </SidePanel>
      )}
    </>
  )
}

interface EntriesProps {
  asked: { folderId?: string; query?: string; sort?: string }
  sort: TableSort
}

function Entries({ asked, sort }: EntriesProps) {
  const { search, go } = useAddress()
  const list = useList(pagesOf("list-folder", asked), entriesOf)
  const [ticked, choose] = useState<ReadonlySet<string>>(new Set())
  const picked = list.items.filter(({ id }) => ticked.has(id))
  const chosen = new Set(picked.map(({ id }) => id))
  const trash = useTrashEntries()
  const navigate = useNavigate()
  const isMember = mayAs("member")
  const dropOn = useDropOn(() => choose(new Set()))
  const moreOf = (entry: DriveEntry) => ({ ...dragOf(entry, chosen), ...(entry.kind === "folder" && dropOn(entry)) })
  const open = ({ kind, id }: DriveEntry) =>
    kind === "file" ? go({ open: id }) : navigate({ to: "/drive", search: { folder: id } as never })
  const remove = () => {
    trash(picked)
    choose(new Set())
  }
  return (
    <>
      <SearchField label="Search files and folders" value={search.q ?? ""} onSearch={(q) => go({ q })}>
        {chosen.size > 0 && <Chosen ids={[...chosen]} onTrash={remove} />}
        {chosen.size === 0 && asked.folderId && isMember && <FolderActions id={asked.folderId} />}
        {chosen.size === 0 && !asked.folderId && <Places />}
      </SearchField>
      <ListTable
        label="Files and folders"
        columns={driveColumns({ isSearch: Boolean(asked.query) })}
        list={list}
        sort={sort}
        empty={<NothingHere isSearch={Boolean(asked.query)} isTop={!asked.folderId} />}
        onOpen={open}
        {...(isMember && { chosen, onChoose: choose, moreOf })}
      />
    </>
  )
}

function Chosen({ ids, onTrash }: { ids: readonly string[]; onTrash(): void }) {
  const { go } = useAddress()
  const count = ids.length
  return (
    <>
      {count === 1 && (
        <Button size="sm" variant="default" onClick={() => go({ share: ids[0] })}>
          Share
        </Button>
      )}
      <Button size="sm" variant="default" onClick={() => go({ move: ids.join(",") })}>
        Move {count === 1 ? "1 item" : `${count} items`}
      </Button>
      <Button size="sm" variant="default" onClick={onTrash}>
        Move to trash
      </Button>
    </>
  )
}

function FolderActions({ id }: { id: string }) {
  const { go } = useAddress()
  const navigate = useNavigate()
  const askForFiles = () => navigate({ to: "/drive/upload-links", search: { new: "1", to: id } as never })
  return (
    <>
      <Button size="sm" variant="subtle" onClick={() => go({ share: id })}>
        Share
      </Button>
      <Button size="sm" variant="subtle" onClick={askForFiles}>
        Request files
      </Button>
      <Button size="sm" variant="subtle" onClick={() => go({ rename: "1" })}>
        Rename
      </Button>
      <Button size="sm" variant="subtle" onClick={() => go({ move: id })}>
        Move
      </Button>
    </>
  )
}

const Place = createLink(ButtonLink)

/** Links to the other parts of the drive. */
function Places() {
  const look = { size: "sm", variant: "subtle" } as const
  const toTrash = (now: object) => ({ ...now, trash: "1", folder: undefined, q: undefined })
  return (
    <>
      {mayAs("member") && (
        <>
          <Place {...look} to="/drive/share-links">
            Share links
          </Place>
          <Place {...look} to="/drive/upload-links">
            Upload links
          </Place>
        </>
      )}
      <Place {...look} to="." search={toTrash as never}>
        Trash
      </Place>
    </>
  )
}

function NothingHere({ isSearch, isTop }: { isSearch: boolean; isTop: boolean }) {
  if (isSearch) return <Empty title="No results">Search finds names, not file contents.</Empty>
  if (!isTop) return <Empty title="This folder is empty">Drop files here or upload them.</Empty>
  return <Empty title="No files yet">Drop files or folders here, or upload them.</Empty>
}
