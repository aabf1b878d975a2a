import { leaveBy } from "../../kit/loading/busy.ts"
import { Section } from "../../kit/section.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { ourWorkspace } from "../console-data.ts"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { useChange } from "../use-change.ts"

export function DeleteSection() {
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
