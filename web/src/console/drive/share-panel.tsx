import { useInfiniteQuery } from "@tanstack/react-query"
import { Refusal } from "../../kit/notice.tsx"
import { pagesOf, useChange, useRead } from "../ask.ts"
import { ActionForm, SelectInput, TextInput } from "../ui/form.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { SidePanel } from "../ui/panels/panel.tsx"
import { isFolderId } from "./entries.ts"
import styles from "./share-link.module.css"
import { ShareLink } from "./share-link.tsx"

export function SharePanel({ id, onClose }: { id: string; onClose(): void }) {
  const { name, error: ofName } = useNameOf(id)
  const { items, isLoaded, error } = useList("list-share-links", { of: id })
  const links = items.filter(({ state }) => state === "works" || state === "used-up")
  const refused = ofName ?? error
  return (
    <SidePanel title={name === undefined ? "Share" : `Share “${name}”`} onClose={onClose}>
      {refused && <Refusal error={refused} />}
      {isLoaded && links.length === 0 && (
        <p>
          {isFolderId(id)
            ? "Anyone with the link can download this folder, including files added later."
            : "Anyone with the link can download this file."}
        </p>
      )}
      {links.length > 0 && (
        <ul className={`stack gap-4 ${styles.links}`}>
          {links.map((link) => (
            <li key={link.id}>
              <ShareLink link={link} />
            </li>
          ))}
        </ul>
      )}
      <NewShareLink id={id} />
    </SidePanel>
  )
}

function useNameOf(id: string): { name: string | undefined; error: Error | null } {
  const isFolder = isFolderId(id)
  const file = useRead("get-file", { id }, { enabled: !isFolder })
  const folder = useInfiniteQuery({ ...pagesOf("list-folder", { folderId: id }), enabled: isFolder })
  const name = isFolder ? folder.data?.pages[0]?.way.at(-1)?.name : file.data?.name
  return { name, error: isFolder ? folder.error : file.error }
}

const lengths = [
  { value: "", label: "No expiry" },
  { value: "1", label: "In 1 day" },
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
]

function NewShareLink({ id }: { id: string }) {
  const create = useChange("create-share-link", { makesStale: ["list-share-links", "list-folder"], isForm: true })
  const of = isFolderId(id) ? { folderId: id } : { fileId: id }
  return (
    <ActionForm
      change={create}
      submit="Create link"
      toInput={({ expiresInDays, maxDownloads }) => ({
        ...of,
        expiresInDays: expiresInDays ? Number(expiresInDays) : null,
        maxDownloads: maxDownloads ? Number(maxDownloads) : null,
      })}
    >
      <SelectInput name="expiresInDays" label="Expires" options={lengths} />
      <TextInput
        name="maxDownloads"
        label="Download limit"
        placeholder="Unlimited"
        type="number"
        min={1}
        max={10_000}
      />
    </ActionForm>
  )
}
