import { ButtonLink } from "../../../kit/button.tsx"
import { WorkspaceRows } from "../../../kit/people/workspace-rows.tsx"
import { Section } from "../../../kit/section.tsx"
import { useRead } from "../../ask.ts"
import { here } from "../../console-data.ts"
import { ActionForm, TextInput } from "../../ui/form.tsx"
import { View as Frame } from "../../ui/page.tsx"
import { useChange } from "../../use-change.ts"
import { Erasing } from "./erasing.tsx"
import { Passkeys } from "./passkeys.tsx"
import { Sessions } from "./sessions.tsx"

/** The settings of a person, independent of workspaces. */
export function View() {
  return (
    <Frame title="Your account" below={<bdi>{here().visitor.email}</bdi>} isNarrow>
      <NameForm />
      <Workspaces />
      <Passkeys />
      <Sessions />
      <Erasing />
    </Frame>
  )
}

function Workspaces() {
  const workspaces = useRead("list-workspaces", { limit: 100 }).data?.workspaces ?? []
  const isNew = workspaces.length === 0
  return (
    <Section title="Workspaces" below={isNew && "No workspaces yet"}>
      <WorkspaceRows workspaces={workspaces} />
      <div>
        <ButtonLink href="/workspaces/new" variant={isNew ? "filled" : "default"}>
          New workspace
        </ButtonLink>{" "}
        <ButtonLink href="/workspaces/trash" variant="subtle">
          Workspaces in trash
        </ButtonLink>
      </div>
    </Section>
  )
}

function NameForm() {
  const name = useRead("get-profile", {}).data?.name ?? ""
  const edit = useChange("edit-profile", {
    makesStale: ["get-profile"],
    isForm: true,
    says: ({ name }) => (name ? "Name saved" : "Name removed"),
  })
  return (
    <Section title="Profile">
      <ActionForm change={edit} submit="Save name" toInput={({ name = "" }) => ({ name })}>
        <TextInput
          name="name"
          label="Name"
          placeholder={here().visitor.email}
          defaultValue={name}
          dir="auto"
          autoComplete="name"
        />
      </ActionForm>
    </Section>
  )
}
