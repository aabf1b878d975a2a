import { leaveBy } from "../../kit/loading/busy.ts"
import { Section } from "../../kit/section.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { stale, useChange, useRead } from "../ask.ts"
import { mayAs, ourWorkspace } from "../console-data.ts"
import { Copied } from "../ui/copied.tsx"
import { ActionForm, SelectInput, TextInput } from "../ui/form.tsx"
import { View as Frame } from "../ui/page.tsx"
import { ContactSection } from "./contact-section.tsx"
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
    makesStale: stale.workspace,
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

/** The workspace's URL; owners can change it. */
function AddressSection() {
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

function HandOverSection({ name }: { name: string }) {
  const members = useRead("list-members", {}).data?.items ?? []
  const others = members.filter(({ isCaller }) => !isCaller)
  return (
    <Section title="Transfer ownership" below="Another member becomes owner. You become an admin.">
      {others.length === 0 ? (
        <p className="apart">Invite another member first.</p>
      ) : (
        <HandOver name={name} members={others} />
      )}
    </Section>
  )
}

interface Props {
  name: string
  members: readonly { accountId: string; name: string | null; email: string }[]
}

function HandOver({ name: workspaceName, members }: Props) {
  const handOver = useChange("hand-over-workspace", {
    makesStale: [],
    isForm: true,
    // The reader's role has changed, which affects every page.
    onDone: () => leaveBy(() => location.reload()),
  })
  return (
    <Unfold label="Transfer" about={workspaceName}>
      <p>This takes effect immediately. Only the new owner can undo it.</p>
      <ActionForm
        change={handOver}
        submit="Transfer ownership"
        tone="danger"
        toInput={({ accountId = "", name = "" }) => ({ accountId, name })}
      >
        <SelectInput
          name="accountId"
          label="New owner"
          options={members.map(({ accountId, name, email }) => ({
            value: accountId,
            label: name ? `${name} (${email})` : email,
          }))}
        />
        <TextInput name="name" label={`Type “${workspaceName}” to confirm`} autoComplete="off" required />
      </ActionForm>
    </Unfold>
  )
}
