import { Section } from "../../kit/section.tsx"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { useChange } from "../use-change.ts"

export function NameSection({ name }: { name: string }) {
  const edit = useChange("edit-workspace", {
    makesStale: ["get-own-workspace"],
    isForm: true,
    says: ({ name }) => `Workspace renamed to ${name}`,
  })
  return (
    <Section title="Name">
      <ActionForm change={edit} submit="Save" tone="default" toInput={({ name = "" }) => ({ name })}>
        <TextInput name="name" label="Name" defaultValue={name} dir="auto" autoComplete="off" required />
      </ActionForm>
    </Section>
  )
}
