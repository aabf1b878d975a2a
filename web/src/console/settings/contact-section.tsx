import { Section } from "../../kit/section.tsx"
import { stale, useChange } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import { ActionForm, TextInput } from "../ui/form.tsx"

export function ContactSection({ contact }: { contact: string | null }) {
  return (
    <Section title="Contact" below="Shown on your seller page, pay pages, deliveries and receipts.">
      {mayAs("admin") ? <ContactForm contact={contact ?? ""} /> : <p className="apart">{contact ?? "None"}</p>}
    </Section>
  )
}

function ContactForm({ contact }: { contact: string }) {
  const edit = useChange("edit-workspace", { makesStale: stale.workspace, isForm: true, says: "Contact saved" })
  return (
    <ActionForm change={edit} submit="Save" tone="default" toInput={({ contact = "" }) => ({ contact })}>
      <TextInput
        name="contact"
        label="Email or URL"
        defaultValue={contact}
        autoComplete="off"
        placeholder="help@example.com"
      />
    </ActionForm>
  )
}
