import { ActionForm, SelectInput, TextInput } from "../ui/form.tsx"
import { useChange } from "../use-change.ts"

const lengths = [
  { value: "60", label: "An hour" },
  { value: "1440", label: "A day" },
  { value: "10080", label: "A week" },
]
const mebibyte = 1024 ** 2

/** Creates an upload link; `folderPath` is the initial target folder. */
export function NewLinkForm({ folderPath, onDone }: { folderPath: string; onDone(id: string): void }) {
  const create = useChange("create-upload-link", {
    makesStale: ["list-upload-links"],
    isForm: true,
    onDone: ({ id }) => onDone(id),
  })
  return (
    <ActionForm
      change={create}
      submit="Create the link"
      toInput={({ folder_path, max_files, max_file_bytes, expires_in_minutes }) => ({
        folder_path: folder_path || "/",
        max_files: Number(max_files),
        max_file_bytes: Number(max_file_bytes) * mebibyte,
        expires_in_minutes: Number(expires_in_minutes),
      })}
    >
      <TextInput
        name="folder_path"
        label="Files go to"
        description="A folder of the drive, such as /Clients/Bo; / is the top."
        dir="auto"
        defaultValue={folderPath}
        spellCheck={false}
      />
      <TextInput name="max_files" label="How many files" type="number" min={1} max={100} defaultValue={10} required />
      <TextInput
        name="max_file_bytes"
        label="How large each may be, in MiB"
        type="number"
        min={1}
        max={2048}
        defaultValue={2048}
        required
      />
      <SelectInput name="expires_in_minutes" label="Takes files for" options={lengths} defaultValue="1440" />
    </ActionForm>
  )
}
