import { leaveBy } from "../../kit/loading/busy.ts"
import { Section } from "../../kit/section.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { useRead } from "../ask.ts"
import { mayAs, ourWorkspace } from "../console-data.ts"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { View as Frame } from "../ui/page.tsx"
import { useChange } from "../use-change.ts"
import { AddressSection } from "./address-section.tsx"
import { ContactSection } from "./contact-section.tsx"
import { HandOverSection } from "./hand-over-section.tsx"
import { LogoSection } from "./logo-section.tsx"
import { SitesSection } from "./sites-section.tsx"

export function View() {
  const { data } = useRead("get-own-workspace", {})
  const name = data?.name ?? ourWorkspace().name
  return (
    <Frame title="General" isNarrow>
      {mayAs("admin") ? <NameSection name={name} /> : <Section title="Name" below={name} />}
      {data && mayAs("admin") && <LogoSection logoPath={data.logoPath} />}
      {data && <ContactSection contact={data.contact} />}
      <AddressSection />
      {data && mayAs("admin") && <SitesSection sites={data.sites} />}
      {mayAs("owner") && <HandOverSection name={name} />}
      {mayAs("owner") && <DeleteSection />}
    </Frame>
  )
}

function NameSection({ name }: { name: string }) {
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

function DeleteSection() {
  const { slug, name } = ourWorkspace()
  const trash = useChange("trash-workspace", {
    makesStale: [],
    isForm: true,
    onDone: () => leaveBy(() => location.assign("/workspaces/trash")),
  })
  return (
    <Section title="Delete workspace" below="An owner can restore it from trash for 30 days.">
      <Unfold label="Delete" about={name}>
        <ul>
          <li>Short links, pay pages, upload links and connected apps stop immediately.</li>
          <li>Buyers keep access for 30 days. Pending payments are settled.</li>
          <li>After 30 days, everything except sales records is deleted permanently.</li>
        </ul>
        <ActionForm change={trash} submit="Move to trash" tone="danger" toInput={({ slug = "" }) => ({ slug })}>
          <TextInput
            name="slug"
            label={`Type ${slug} to confirm`}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            required
          />
        </ActionForm>
      </Unfold>
    </Section>
  )
}
