import { Section } from "../../kit/section.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { ourWorkspace } from "../here.ts"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { useChange } from "../use-change.ts"

export function DeleteSection() {
  const { slug, name } = ourWorkspace()
  const trash = useChange("trash-workspace", {
    makesStale: [],
    isForm: true,
    onDone: () => location.assign("/workspaces/trash"),
  })
  return (
    <Section title="Delete" below="It stays in the trash for 30 days, from where an owner can restore it as it was.">
      <Unfold label="Delete" about={name}>
        <ul>
          <li>Short links, pay pages, upload links and connected apps stop at once.</li>
          <li>Buyers keep what they bought until the 30 days are over; payments that are under way are settled.</li>
          <li>After that all of it is deleted for good, but for the record of what was sold.</li>
        </ul>
        <ActionForm change={trash} submit="Move it to the trash" tone="danger" toInput={({ slug = "" }) => ({ slug })}>
          <TextInput
            name="slug"
            label={`Type ${slug}, to show that you mean it`}
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
