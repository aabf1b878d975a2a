import { Link as RouterLink } from "@tanstack/react-router"
import { listSorts } from "../../../../server/src/contract/console/list-sorts.ts"
import { Button } from "../../kit/button.tsx"
import { When } from "../../kit/when.tsx"
import { pagesOf } from "../ask.ts"
import { LinkKindSwitch } from "../ui/files/link-kind-switch.tsx"
import { useList } from "../ui/list.ts"
import { OpenList } from "../ui/open-list.tsx"
import { Empty, View as Frame } from "../ui/page.tsx"
import { SidePanel } from "../ui/panel.tsx"
import { State, type StateWords } from "../ui/state.tsx"
import type { TableColumn } from "../ui/table.tsx"
import { useAddress } from "../ui/use-address.ts"
import { useSort } from "../ui/use-sort.ts"
import { type UploadLink, UploadLinkSheet } from "./link-sheet.tsx"
import { NewLinkForm } from "./new-link-form.tsx"

const columns: readonly TableColumn<UploadLink>[] = [
  { title: "Folder", width: "minmax(10rem, 1fr)", cell: ({ folderPath }) => <bdi>{folderPath}</bdi> },
  { title: "For", width: "minmax(6rem, 0.4fr)", cell: ({ recipient }) => <bdi>{recipient}</bdi>, isWide: true },
  {
    title: "Files",
    width: "7rem",
    cell: ({ filesTaken, maxFiles }) => `${filesTaken} of ${maxFiles}`,
    isNumber: true,
    isWide: true,
    sort: "-files_taken",
  },
  { title: "Status", width: "7rem", cell: (link) => <State {...stateOf(link)} /> },
  { title: "Created by", width: "minmax(6rem, 0.4fr)", cell: ({ maker }) => <bdi>{maker}</bdi>, isWide: true },
  {
    title: "Expires",
    width: "11rem",
    cell: ({ expiresAt }) => <When at={expiresAt} />,
    isWide: true,
    sort: "expires_at",
  },
]

function stateOf({ url, revokedAt, filesTaken, maxFiles }: UploadLink): StateWords {
  if (revokedAt !== null) return { words: "Revoked", tone: "plain" }
  if (url === null) return { words: "Expired", tone: "plain" }
  return filesTaken >= maxFiles ? { words: "Full", tone: "note" } : { words: "Active", tone: "good" }
}

/** All upload links. The open one and the new form are in the address. */
export function View() {
  const { search, go } = useAddress()
  const { asked, sort } = useSort(listSorts.uploadLinks)
  const list = useList(pagesOf("list-upload-links", asked), ({ items }) => items)
  const begin = <Button onClick={() => go({ new: "1" })}>Create upload link</Button>
  return (
    <Frame
      title="Upload links"
      below={
        <>
          Anyone with a link can upload to the <RouterLink to="/drive">drive</RouterLink>, but not see it.
        </>
      }
      actions={begin}
    >
      <LinkKindSwitch now="upload-links" />
      <OpenList
        label="Upload links"
        columns={columns}
        list={list}
        sort={sort}
        empty={
          <Empty title="No upload links yet" action={begin}>
            Collect files from people without an account.
          </Empty>
        }
        titleOf={() => "Upload link"}
        sheet={(link) => <UploadLinkSheet link={link} />}
      />
      {search.new === "1" && (
        <SidePanel title="New upload link" onClose={() => go({ new: undefined, to: undefined })}>
          <NewLinkForm folderId={search.to ?? null} onDone={(id) => go({ new: undefined, to: undefined, open: id })} />
        </SidePanel>
      )}
    </Frame>
  )
}
