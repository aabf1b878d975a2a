import { Button, ButtonLink } from "../../../kit/button.tsx"
import { TokenForm } from "../../../kit/forms/token-form.tsx"
import { WorkspaceRows } from "../../../kit/people/workspace-rows.tsx"
import { Row, Rows, Section } from "../../../kit/section.tsx"
import { When } from "../../../kit/when.tsx"
import { useChange, useRead } from "../../ask.ts"
import type { AnswerOf } from "../../calls.ts"
import { here } from "../../console-data.ts"
import { ActionForm, ChangeButton, TextInput } from "../../ui/form.tsx"
import { View as Frame } from "../../ui/page.tsx"
import { Erasing } from "./erasing.tsx"
import { Passkeys } from "./passkeys.tsx"

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

function Sessions() {
  const sessions = useRead("list-sessions", {}).data?.items ?? []
  const endOthers = useChange("end-other-sessions", {
    makesStale: ["list-sessions"],
    says: "Signed out of all other browsers",
  })
  return (
    <Section title="Sessions">
      <Rows>
        {sessions.map((session) => (
          <Session key={session.id} {...session} />
        ))}
      </Rows>
      {sessions.length > 1 && (
        <div>
          <ChangeButton variant="default" label="Sign out all others" change={endOthers} input={{}} />
        </div>
      )}
    </Section>
  )
}

function Session({ id, label, isCurrent, createdAt, lastSeenAt }: AnswerOf<"list-sessions">["items"][number]) {
  const end = useChange("end-session", { makesStale: ["list-sessions"], says: `${label} signed out` })
  return (
    <Row
      title={label}
      detail={
        <>
          {isCurrent ? (
            "This browser"
          ) : (
            <>
              Last seen <When at={lastSeenAt} />
            </>
          )}
          , signed in <When at={createdAt} isDay />
        </>
      }
      action={
        isCurrent ? (
          <TokenForm form={here().visitor.signOut}>
            <Button type="submit" variant="default" size="sm">
              Sign out
            </Button>
          </TokenForm>
        ) : (
          <ChangeButton variant="default" size="sm" label="Sign out" change={end} input={{ id }} />
        )
      }
    />
  )
}
