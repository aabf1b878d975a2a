import { useState } from "react"
import { useChange } from "../ask.ts"
import { FolderChoice, useFolderChoice } from "../ui/files/folder-choice.tsx"
import { ActionForm, FieldLine, SelectInput, TextInput } from "../ui/form.tsx"

const lengths = [
  { value: "60", label: "1 hour" },
  { value: "1440", label: "1 day" },
  { value: "10080", label: "1 week" },
]

/** The bytes of each unit, and the largest file that the drive takes in it. */
const units = { MB: { bytes: 1e6, most: 2000 }, GB: { bytes: 1e9, most: 2 } } as const
type Unit = keyof typeof units

/** Creates an upload link. `folderId` is the folder that is chosen at first; null is the top of the drive. */
export function NewLinkForm({ folderId, onDone }: { folderId: string | null; onDone(id: string): void }) {
  const folder = useFolderChoice(folderId)
  const create = useChange("create-upload-link", {
    makesStale: ["list-upload-links"],
    isForm: true,
    onDone: ({ id }) => onDone(id),
  })
  return (
    <ActionForm
      change={{ ...create, isPending: create.isPending || folder.path === undefined }}
      submit="Create link"
      toInput={({ maxFiles, maxFileBytes, unit, expiresInMinutes, recipient }) => ({
        recipient,
        folderPath: folder.path,
        maxFiles: Number(maxFiles),
        maxFileBytes: Math.round(Number(maxFileBytes) * units[unit as Unit].bytes),
        expiresInMinutes: Number(expiresInMinutes),
      })}
    >
      <p className="apart">
        Files go to <strong dir="auto">{folder.name}</strong>.
      </p>
      <FolderChoice choice={folder} />
      <TextInput name="recipient" label="For whom" maxLength={80} />
      <TextInput name="maxFiles" label="File limit" type="number" min={1} max={100} defaultValue={10} required />
      <SizeFields />
      <SelectInput name="expiresInMinutes" label="Accept uploads for" options={lengths} defaultValue="1440" />
    </ActionForm>
  )
}

function SizeFields() {
  const [unit, setUnit] = useState<Unit>("GB")
  return (
    <FieldLine>
      <TextInput
        name="maxFileBytes"
        label="Size limit"
        type="number"
        min={0}
        max={units[unit].most}
        step="any"
        defaultValue={units[unit].most}
        required
      />
      <SelectInput
        name="unit"
        label="Unit"
        options={Object.keys(units)}
        value={unit}
        onChange={({ currentTarget }) => setUnit(currentTarget.value as Unit)}
      />
    </FieldLine>
  )
}
