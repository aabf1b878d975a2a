import { Link as RouterLink } from "@tanstack/react-router"
import { useHouse } from "../../kit/house.tsx"
import { formatBytes } from "../../kit/size.ts"
import { When } from "../../kit/when.tsx"
import { useChange } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { Copied } from "../ui/copied.tsx"
import { LinkKindSwitch } from "../ui/files/link-kind-switch.tsx"
import { ChangeButton } from "../ui/form.tsx"
import { numberColumn, type TableColumn, textColumn, timeColumn } from "../ui/lists/columns.tsx"
import { ListFrame } from "../ui/lists/list-frame.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { Empty } from "../ui/page.tsx"
import { AddressButton, AddressPanel } from "../ui/panels/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { State, type StateWords } from "../ui/values/state.tsx"
import { NewLinkForm } from "./new-link-form.tsx"

const columns: readonly TableColumn<UploadLink>[] = [
  { title: "Folder", width: "minmax(10rem, 1fr)", cell: ({ folderPath }) => <bdi>{folderPath}</bdi> },
  textColumn("For", ({ recipient }) => recipient, { width: "minmax(6rem, 0.4fr)" }),
  numberColumn("Files", ({ filesTaken, maxFiles }) => `${filesTaken} of ${maxFiles}`, { sort: "-files_taken" }),
  { title: "Status", width: "7rem", cell: (link) => <State {...stateOf(link)} /> },
  textColumn("Created by", ({ maker }) => maker, { width: "minmax(6rem, 0.4fr)" }),
  timeColumn("Expires", ({ expiresAt }) => expiresAt, { sort: "expires_at" }),
]

function stateOf({ url, revokedAt, filesTaken, maxFiles }: UploadLink): StateWords {
  if (revokedAt !== null) return { words: "Revoked", tone: "plain" }
  if (url === null) return { words: "Expired", tone: "plain" }
  return filesTaken >= maxFiles ? { words: "Full", tone: "note" } : { words: "Active", tone: "good" }
}

export function View() {
  const { search, go } = useAddress()
  const begin = <AddressButton label="Create upload link" to={{ new: "1" }} />
  return (
    <ListFrame
      title="Upload links"
      below={
        <>
          Anyone with a link can upload to the <RouterLink to="/drive">drive</RouterLink>, but not see it.
        </>
      }
      actions={begin}
      above={<LinkKindSwitch now="upload-links" />}
      list={useList("list-upload-links", {}, { sorts: "uploadLinks" })}
      columns={columns}
      empty={
        <Empty title="No upload links yet" action={begin}>
          Collect files from people without an account.
        </Empty>
      }
      panel={{ title: () => "Upload link", content: (link) => <UploadLinkSheet {...link} /> }}
    >
      <AddressPanel by="new" title="New upload link" with={["to"]}>
        {() => (
          <NewLinkForm folderId={search.to ?? null} onDone={(id) => go({ new: undefined, to: undefined, open: id })} />
        )}
      </AddressPanel>
    </ListFrame>
  )
}

type UploadLink = AnswerOf<"list-upload-links">["items"][number]

function UploadLinkSheet({ id, url, folderPath, maxFileBytes, maker, recipient, ...link }: UploadLink) {
  const { locale } = useHouse()
  const revoke = useChange("revoke-upload-link", { makesStale: ["list-upload-links"] })
  return (
    <>
      {url === null ? <p>This link no longer accepts files.</p> : <Copied text={url} />}
      {recipient !== null && (
        <p>
          For <bdi>{recipient}</bdi>.
        </p>
      )}
      <p>
        {link.filesTaken} of {link.maxFiles} files uploaded to <bdi>{folderPath}</bdi>, up to{" "}
        {formatBytes(maxFileBytes, locale)} each. Expires <When at={link.expiresAt} />.
        {maker && (
          <>
            {" "}
            <bdi>{maker}</bdi> is notified of uploads.
          </>
        )}
      </p>
      {url !== null && link.mayRevoke && (
        <div>
          <ChangeButton variant="danger" label="Revoke link" change={revoke} input={{ id }} />
        </div>
      )}
    </>
  )
}
