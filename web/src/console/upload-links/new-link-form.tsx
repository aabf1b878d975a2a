import { ActionForm, SelectInput, TextInput } from "../ui/form.tsx"
import { useChange } from "../use-change.ts"

const lengths = [
  { value: "60", label: "1 hour" },
  { value: "1440", label: "1 day" },
  { value: "10080", label: "1 week" },
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
      submit="Create link"
      toInput={({ folder_path, max_files, max_file_bytes, expires_in_minutes }) => ({
        folder_path: folder_path || "/",
        max_files: Number(max_files),
        max_file_bytes: Number(max_file_bytes) * mebibyte,
        expires_in_minutes: Number(expires_in_minutes),
      })}
    >
      <TextInput
        name="folder_path"
        label="Folder"
        description="A drive folder, such as /Clients/Bo."
        dir="auto"
        defaultValue={folderPath}
        spellCheck={false}
      />
      <TextInput name="max_files" label="File limit" type="number" min={1} max={100} defaultValue={10} required />
      <TextInput
        name="max_file_bytes"
        label="Maximum file size (MiB)"
        type="number"
        min={1}
        max={2048}
        defaultValue={2048}
        required
      />
      <SelectInput name="expires_in_minutes" label="Accept uploads for" options={lengths} defaultValue="1440" />
    </ActionForm>
  )
}
