import { useQuery } from "@tanstack/react-query"
import { Section } from "../../kit/section.tsx"
import { readOf } from "../ask.ts"
import { mayAs, ourWorkspace } from "../here.ts"
import { Copied } from "../ui/copied.tsx"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { View as Frame } from "../ui/page.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"

/** The workspace itself: its name and its address. */
export function View() {
  const name = useQuery(readOf("get-own-workspace", {})).data?.name ?? ourWorkspace().name
  return (
    <Frame title="General" below="What this workspace is called, and where it is.">
      {mayAs("admin") ? (
        <Section title="Name" below="Members see it, and whoever you invite. Buyers see it on your offers.">
          <NameForm name={name} />
        </Section>
      ) : (
        <Section title="Name" below={name} />
      )}
      <Section title="Address" below="It stays as it is: links, agents and bookmarks hold it.">
        <Copied text={`${location.origin}/${ourWorkspace().slug}`} />
      </Section>
    </Frame>
  )
}

function NameForm({ name }: { name: string }) {
  const edit = useChange("edit-workspace", {
    makesStale: ["get-own-workspace"],
    isForm: true,
    onDone: ({ name }) => toast({ tone: "good", title: `The workspace is called ${name} now.` }),
  })
  return (
    <ActionForm change={edit} submit="Save" toInput={({ name = "" }) => ({ name })}>
      <TextInput name="name" label="Name" defaultValue={name} dir="auto" autoComplete="off" required />
    </ActionForm>
  )
}
