import { createLink, useNavigate } from "@tanstack/react-router"
import type { ComponentProps } from "react"
import { Button, ButtonLink } from "../../kit/button.tsx"
import { useChange } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { ListView } from "../ui/lists/list-frame.tsx"
import { useChosen } from "../ui/lists/use-chosen.ts"
import { useList } from "../ui/lists/use-list.ts"
import { Empty, View as Frame } from "../ui/page.tsx"
import { AddressButton, AddressPanel } from "../ui/panels/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { Breadcrumbs } from "./breadcrumbs.tsx"
import { driveColumns } from "./columns.tsx"
import { dragOf, useDropOn } from "./drag.ts"
import { type DriveEntry, entriesOf } from "./entries.ts"
import { RenameForm } from "./rename-form.tsx"
import { ChooseFiles, DropTarget } from "./upload/take-files.tsx"
import { Uploads } from "./upload/uploads.tsx"
import { Usage, UsageByKind } from "./usage.tsx"
import { useTrashEntries } from "./use-trash-entries.ts"

export function DriveFolder() {
  const { search } = useAddress()
  const way = useFolder().first?.way ?? []
  const here = way.at(-1)
  const isMember = mayAs("member")
  const entries = <Entries key={search.folder} />
  return (
    <Frame
      title={here?.name ?? "Drive"}
      below={way.length > 0 ? <Breadcrumbs way={way} /> : <Usage />}
      actions={
        isMember && (
          <>
            <AddressButton variant="default" label="New folder" to={{ new: "1" }} />
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

function useFolder() {
  const { folder, q } = useAddress().search
  return useList("list-folder", { folderId: folder, query: q }, { sorts: "files", itemsOf: entriesOf })
}

function FolderForms({ here }: { here: ComponentProps<typeof RenameForm>["entry"] | undefined }) {
  const { search } = useAddress()
  return (
    <>
      <AddressPanel by="new" title="New folder">
        {(close) => <NewFolderForm parentId={search.folder ?? null} onDone={close} />}
      </AddressPanel>
      {here && (
        <AddressPanel by="rename" title="Rename folder">
          {(close) => <RenameForm entry={here} onDone={close} />}
        </AddressPanel>
      )}
    </>
  )
}

function Entries() {
  const { search, go } = useAddress()
  const list = useFolder()
  const { chosen: ticked, choose, chooseNone } = useChosen({ folder: search.folder })
  const picked = list.items.filter(({ id }) => ticked.ids.has(id))
  const chosen = new Set(picked.map(({ id }) => id))
  const trash = useTrashEntries()
  const navigate = useNavigate()
  const isMember = mayAs("member")
  const dropOn = useDropOn(chooseNone)
  const moreOf = (entry: DriveEntry) => ({ ...dragOf(entry, chosen), ...(entry.kind === "folder" && dropOn(entry)) })
  const open = ({ kind, id }: DriveEntry) =>
    kind === "file" ? go({ open: id }) : navigate({ to: "/drive", search: { folder: id } as never })
  const remove = () => {
    trash(picked)
    chooseNone()
  }
  return (
    <ListView
      label="Files and folders"
      search="Search files and folders"
      filters={
        <>
          {chosen.size > 0 && <Chosen ids={[...chosen]} onTrash={remove} />}
          {chosen.size === 0 && search.folder && isMember && <FolderActions id={search.folder} />}
          {chosen.size === 0 && !search.folder && <Places />}
        </>
      }
      columns={driveColumns({ isSearch: Boolean(search.q) })}
      list={list}
      empty={<NothingHere isSearch={Boolean(search.q)} isTop={!search.folder} />}
      onOpen={open}
      {...(isMember && { chosen, onChoose: choose, moreOf })}
    />
  )
}

function Chosen({ ids, onTrash }: { ids: readonly string[]; onTrash(): void }) {
  const { go } = useAddress()
  const count = ids.length
  return (
    <>
      {count === 1 && <AddressButton size="sm" variant="default" label="Share" to={{ share: ids[0] }} />}
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
  const navigate = useNavigate()
  const askForFiles = () => navigate({ to: "/drive/upload-links", search: { new: "1", to: id } as never })
  return (
    <>
      <AddressButton size="sm" variant="subtle" label="Share" to={{ share: id }} />
      <Button size="sm" variant="subtle" onClick={askForFiles}>
        Request files
      </Button>
      <AddressButton size="sm" variant="subtle" label="Rename" to={{ rename: "1" }} />
      <AddressButton size="sm" variant="subtle" label="Move" to={{ move: id }} />
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

/** Creates a folder; without a `parentId`, at the top. */
function NewFolderForm({ parentId, onDone }: { parentId: string | null; onDone(): void }) {
  const create = useChange("create-folder", { makesStale: ["list-folder"], isForm: true, onDone })
  return (
    <ActionForm change={create} submit="Create folder" toInput={({ name = "" }) => ({ name, parentId })}>
      <TextInput name="name" label="Name" dir="auto" autoComplete="off" autoFocus required />
    </ActionForm>
  )
}
