import { ActionForm, TextInput } from "../ui/form.tsx"
import { useChange } from "../use-change.ts"

/** Creates a folder; without a `parentId`, at the top. */
export function NewFolderForm({ parentId, onDone }: { parentId: string | null; onDone(): void }) {
  const create = useChange("create-folder", { makesStale: ["list-folder"], isForm: true, onDone })
  return (
    <ActionForm change={create} submit="Create folder" toInput={({ name = "" }) => ({ name, parentId })}>
      <TextInput name="name" label="Name" dir="auto" autoComplete="off" autoFocus required />
    </ActionForm>
  )
}
