import { useQuery } from "@tanstack/react-query"
import { Section } from "../../../kit/section.tsx"
import { readOf } from "../../ask.ts"
import { ActionForm, TextInput } from "../../ui/form.tsx"
import { toast } from "../../ui/toast.ts"
import { useChange } from "../../use-change.ts"

export function NameForm() {
  const name = useQuery(readOf("get-profile", {})).data?.name ?? ""
  const edit = useChange("edit-profile", {
    makesStale: ["get-profile"],
    isForm: true,
    onDone: ({ name }) =>
      toast({ tone: "good", title: name ? `Others see you as ${name} now.` : "Your name is gone." }),
  })
  return (
    <Section title="Name" below="The others in your workspaces see it. Without one they see your address.">
      <ActionForm change={edit} submit="Save" toInput={({ name = "" }) => ({ name })}>
        <TextInput name="name" label="Name" defaultValue={name} dir="auto" autoComplete="name" />
      </ActionForm>
    </Section>
  )
}
