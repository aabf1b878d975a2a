import { useNavigate } from "@tanstack/react-router"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { useChange } from "../use-change.ts"
import { staleDocs } from "./stale-docs.ts"

/** Creates a doc and opens it. */
export function DocForm() {
  const navigate = useNavigate()
  const create = useChange("create-doc", {
    makesStale: staleDocs,
    isForm: true,
    onDone: ({ id }) => navigate({ to: `/docs/${id}` }),
  })
  return (
    <ActionForm
      change={create}
      submit="Create the doc"
      toInput={({ title = "", emoji }) => ({ title, ...(emoji && { emoji }) })}
    >
      <TextInput name="title" label="Title" dir="auto" autoComplete="off" autoFocus required />
      <TextInput
        name="emoji"
        label="Emoji"
        description="One that stands beside the title, if you like: 🚀"
        autoComplete="off"
      />
    </ActionForm>
  )
}
