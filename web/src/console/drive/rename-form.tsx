import { useState } from "react"
import { useChange } from "../ask.ts"
import { toast } from "../toast.ts"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { isFolderId } from "./entries.ts"

const makesStale = ["list-folder", "get-file", "list-share-links"] as const

interface Props {
  entry: { id: string; name: string }
  /** Without it, the form stays open. */
  onDone?: () => void
}

/** Renames a file or a folder; a toast offers to undo it. */
export function RenameForm({ entry: { id, name }, onDone }: Props) {
  const action = isFolderId(id) ? "edit-folder" : "edit-file"
  const [began, begin] = useState<string>()
  const back = useChange<typeof action>(action, { makesStale })
  const edit = useChange<typeof action>(action, {
    makesStale,
    isForm: true,
    onDone({ name: now }) {
      const undo = { label: "Undo", run: () => back.mutate({ id, name }) }
      if (now !== name) toast({ title: `Renamed to “${now}”`, action: undo })
      begin(undefined)
      onDone?.()
    },
  })
  return (
    <ActionForm
      key={began ?? name}
      change={edit}
      submit="Rename"
      tone="default"
      toInput={(typed) => ({ id, name: typed.name ?? "" })}
    >
      <TextInput
        name="name"
        label="Name"
        dir="auto"
        autoComplete="off"
        defaultValue={name}
        onInput={() => begin(began ?? name)}
        autoFocus={onDone !== undefined}
        required
      />
    </ActionForm>
  )
}
