import { Section } from "../../kit/section.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { mayAs, ourWorkspace } from "../here.ts"
import { Copied } from "../ui/copied.tsx"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { useChange } from "../use-change.ts"

/** The workspace's URL; owners can change it. */
export function AddressSection() {
  return (
    <Section title="Address" below="Where its members work, and what agents call it.">
      <Copied text={`${location.origin}/${ourWorkspace().slug}`} />
      {mayAs("owner") && <ChangeAddress />}
    </Section>
  )
}

function ChangeAddress() {
  const { slug, name } = ourWorkspace()
  const change = useChange("change-slug", {
    makesStale: [],
    isForm: true,
    // The page's own URL has changed.
    onDone: ({ slug }) => location.assign(`/${slug}/settings`),
  })
  return (
    <Unfold label="Change" about={`the address of ${name}`}>
      <p>
        Short links, pay links and delivery links stay as they are. What changes is every address of this workspace’s
        own pages, and the value that agents send as <code>SVC-Workspace</code>.
      </p>
      <p>For 90 days the present address leads to the new one and nobody else can take it; after that it is free.</p>
      <ActionForm change={change} submit="Change the address" toInput={({ slug = "" }) => ({ slug })}>
        <TextInput
          name="slug"
          label="New address"
          description={`${location.origin}/… with 3 to 32 small letters, digits and hyphens.`}
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
