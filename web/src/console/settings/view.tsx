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
  const { data } = useQuery(readOf("get-own-workspace", {}))
  const name = data?.name ?? ourWorkspace().name
  return (
    <Frame title="General" below="What this workspace is called, and where it is.">
      {mayAs("admin") ? (
        <Section title="Name" below="Members see it, and whoever you invite. Buyers see it on your offers.">
          <NameForm name={name} />
        </Section>
      ) : (
        <Section title="Name" below={name} />
      )}
      {data && (
        <Section title="Contact" below="Where buyers reach you. It stands on pay pages, deliveries and receipts.">
          {mayAs("admin") ? <ContactForm contact={data.contact ?? ""} /> : <p>{data.contact ?? "Not told."}</p>}
        </Section>
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

function ContactForm({ contact }: { contact: string }) {
  const edit = useChange("edit-workspace", {
    makesStale: ["get-own-workspace"],
    isForm: true,
    onDone: () => toast({ tone: "good", title: "The contact is saved." }),
  })
  return (
    <ActionForm change={edit} submit="Save" toInput={({ contact = "" }) => ({ contact })}>
      <TextInput
        name="contact"
        label="E-mail address, or a page that begins with https://"
        defaultValue={contact}
        autoComplete="off"
        placeholder="help@example.com"
      />
    </ActionForm>
  )
}
