import { ButtonLink } from "../../../kit/button.tsx"
import { leaveBy } from "../../../kit/loading/busy.ts"
import { Spinner } from "../../../kit/loading/spinner.tsx"
import { WorkspaceRows } from "../../../kit/people/workspace-rows.tsx"
import { Section } from "../../../kit/section.tsx"
import { Stack } from "../../../kit/stack.tsx"
import { dropAllOf } from "../../../unsent/persisted-docs.ts"
import { useChange, useRead } from "../../ask.ts"
import type { AnswerOf } from "../../calls.ts"
import { here } from "../../console-data.ts"
import { ActionForm, TextInput } from "../../ui/form.tsx"
import { AddressButton, AddressPanel } from "../../ui/panels/panel.tsx"
import { Facts } from "../../ui/values/facts.tsx"
import { UnsentBeforeErasing } from "../../unsent/unsent-docs.tsx"

export function Erasing() {
  return (
    <Section title="Your data">
      <Stack>
        <div>
          <ButtonLink href="/account/data.json" download variant="default">
            Download data
          </ButtonLink>
        </div>
        <div>
          <AddressButton variant="danger" label="Delete account" to={{ panel: "erase" }} />
        </div>
      </Stack>
      <AddressPanel by="panel" is="erase" title="Delete account">
        {() => <Erasure />}
      </AddressPanel>
    </Section>
  )
}

type Workspace = AnswerOf<"get-erasure">["workspaces"][number]

/** Shows the effects of an erasure, and either its obstacles or its form. */
function Erasure() {
  const { data } = useRead("get-erasure", {})
  if (!data) return <Spinner label="Loading…" />
  const withFate = (fate: Workspace["fate"]) => data.workspaces.filter((workspace) => workspace.fate === fate)
  const blocking = withFate("in_the_way")
  return (
    <>
      <Facts
        facts={[
          ["Deleted", "Email, name, passkeys, sessions and availability"],
          ["Disconnected", "All connected apps"],
          ["Workspaces deleted", namesOf(withFate("closed"))],
          ["Workspaces left", namesOf(withFate("left"))],
          ["Kept", "Purchases and their delivery pages"],
        ]}
      />
      {blocking.length > 0 ? <BlockingWorkspaces workspaces={blocking} /> : <EraseForm />}
    </>
  )
}

function namesOf(workspaces: readonly Workspace[]) {
  return workspaces.length > 0 && workspaces.map(({ name }) => name).join(", ")
}

function BlockingWorkspaces({ workspaces }: { workspaces: readonly Workspace[] }) {
  return (
    <>
      <p>You are the only owner of these workspaces. Transfer ownership or remove the other members first.</p>
      <WorkspaceRows workspaces={workspaces.map((workspace) => ({ ...workspace, role: "owner" }))} />
    </>
  )
}

async function leave(): Promise<void> {
  await dropAllOf(here().accountId)
  leaveBy(() => location.assign("/"))
}

function EraseForm() {
  const { email } = here().visitor
  const erase = useChange("erase-account", { makesStale: [], isForm: true, onDone: leave })
  return (
    <>
      <UnsentBeforeErasing />
      <p>This can't be undone.</p>
      <ActionForm change={erase} submit="Delete permanently" tone="danger" toInput={({ email = "" }) => ({ email })}>
        <TextInput
          name="email"
          type="email"
          label="Type your email to confirm"
          placeholder={email}
          dir="ltr"
          autoComplete="off"
          required
        />
      </ActionForm>
    </>
  )
}
