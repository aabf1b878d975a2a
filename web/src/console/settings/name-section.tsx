import { Section } from "../../kit/section.tsx"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"

export function NameSection({ name }: { name: string }) {
  const edit = useChange("edit-workspace", {
    makesStale: ["get-own-workspace"],
    isForm: true,
    onDone: ({ name }) => toast({ tone: "good", title: `The workspace is called ${name} now.` }),
  })
  return (
    <Section title="Name" below="Members see it, and whoever you invite. Buyers see it on your offers.">
      <ActionForm change={edit} submit="Save" toInput={({ name = "" }) => ({ name })}>
        <TextInput name="name" label="Name" defaultValue={name} dir="auto" autoComplete="off" required />
      </ActionForm>
    </Section>
  )
}
