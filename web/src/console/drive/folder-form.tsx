import { ActionForm, TextInput } from "../ui/form.tsx"
import { useChange } from "../use-change.ts"

/** Makes a folder in another one, or at the top. */
export function NewFolderForm({ parentId, onDone }: { parentId: string | null; onDone(): void }) {
  const create = useChange("create-folder", { makesStale: ["list-folder"], isForm: true, onDone })
  return (
    <ActionForm change={create} submit="Make the folder" toInput={({ name = "" }) => ({ name, parentId })}>
      <TextInput name="name" label="Name" dir="auto" autoComplete="off" autoFocus required />
    </ActionForm>
  )
}

/** Gives a folder another name. */
export function RenameFolderForm({ folder, onDone }: { folder: { id: string; name: string }; onDone(): void }) {
  const edit = useChange("edit-folder", { makesStale: ["list-folder", "get-file"], isForm: true, onDone })
  return (
    <ActionForm change={edit} submit="Rename" toInput={({ name = "" }) => ({ id: folder.id, name })}>
      <TextInput name="name" label="Name" dir="auto" autoComplete="off" defaultValue={folder.name} autoFocus required />
    </ActionForm>
  )
}
