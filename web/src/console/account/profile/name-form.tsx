import { Section } from "../../../kit/section.tsx"
import { useRead } from "../../ask.ts"
import { here } from "../../console-data.ts"
import { ActionForm, TextInput } from "../../ui/form.tsx"
import { useChange } from "../../use-change.ts"

export function NameForm() {
  const name = useRead("get-profile", {}).data?.name ?? ""
  const edit = useChange("edit-profile", {
    makesStale: ["get-profile"],
    isForm: true,
    says: ({ name }) => (name ? "Name saved" : "Name removed"),
  })
  return (
    <Section title="Profile">
      <ActionForm change={edit} submit="Save name" toInput={({ name = "" }) => ({ name })}>
        <TextInput
          name="name"
          label="Name"
          placeholder={here().visitor.email}
          defaultValue={name}
          dir="auto"
          autoComplete="name"
        />
      </ActionForm>
    </Section>
  )
}
