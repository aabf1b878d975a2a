import { leaveBy } from "../../kit/loading/busy.ts"
import { Section } from "../../kit/section.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { mayAs, ourWorkspace } from "../console-data.ts"
import { Copied } from "../ui/copied.tsx"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { useChange } from "../use-change.ts"

/** The workspace's URL; owners can change it. */
export function AddressSection() {
  return (
    <Section title="Workspace URL">
      <Copied text={`${location.origin}/${ourWorkspace().slug}`} />
      {mayAs("owner") && <ChangeAddress />}
    </Section>
  )
}

function ChangeAddress() {
  const { slug } = ourWorkspace()
  const change = useChange("change-slug", {
    makesStale: [],
    isForm: true,
    // The page's own URL has changed.
    onDone: ({ slug }) => leaveBy(() => location.assign(`/${slug}/settings`)),
  })
  return (
    <Unfold label="Change" about="Workspace URL">
      <p>
        This changes every page of this workspace, and the <code>SVC-Workspace</code> header of agents. Short links, pay
        links and delivery links stay the same.
      </p>
      <p>The current URL redirects for 90 days. Then others can take it.</p>
      <ActionForm change={change} submit="Change URL" tone="default" toInput={({ slug = "" }) => ({ slug })}>
        <TextInput
          name="slug"
          label="New workspace URL"
          description="3 to 32 lowercase letters, digits and hyphens."
          defaultValue={slug}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          required
        />
      </ActionForm>
    </Unfold>
  )
}
