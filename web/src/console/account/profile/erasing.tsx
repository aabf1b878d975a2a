import { useQuery } from "@tanstack/react-query"
import { Button, ButtonLink } from "../../../kit/button.tsx"
import { Section } from "../../../kit/section.tsx"
import { Spinner } from "../../../kit/spinner.tsx"
import { Stack } from "../../../kit/stack.tsx"
import { WorkspaceRows } from "../../../kit/workspace-rows.tsx"
import { dropAllOf } from "../../../unsent/kept-docs.ts"
import { type AnswerOf, readOf } from "../../ask.ts"
import { here } from "../../here.ts"
import { Facts } from "../../ui/facts.tsx"
import { ActionForm, TextInput } from "../../ui/form.tsx"
import { SidePanel } from "../../ui/panel.tsx"
import { useAddress } from "../../ui/use-address.ts"
import { UnsentBeforeErasing } from "../../unsent/unsent-docs.tsx"
import { useChange } from "../../use-change.ts"

/** Exports or erases the person's data. */
export function Erasing() {
  const { search, go } = useAddress()
  return (
    <Section title="Your data" below="Take along what is kept about you, or have it erased.">
      <Stack>
        <div>
          <ButtonLink href="/account/data.json" download variant="default">
            Download your data
          </ButtonLink>
        </div>
        <div>
          <Button variant="danger" onClick={() => go({ panel: "erase" })}>
            Erase this account
          </Button>
        </div>
      </Stack>
      {search.panel === "erase" && (
        <SidePanel title="Erase this account" onClose={() => go({ panel: undefined })}>
          <Erasure />
        </SidePanel>
      )}
    </Section>
  )
}

type Workspace = AnswerOf<"get-erasure">["workspaces"][number]

/** What an erasure would do, and what prevents it; if nothing prevents it, the form for it. */
function Erasure() {
  const { data } = useQuery(readOf("get-erasure", {}))
  if (!data) return <Spinner label="What would happen is being looked up" />
  const withFate = (fate: Workspace["fate"]) => data.workspaces.filter((workspace) => workspace.fate === fate)
  const blocking = withFate("in_the_way")
  return (
    <>
      <Facts
        facts={[
          ["Erased", "Your address, name, passkeys and sessions, and what you told of your time."],
          ["Ended", "Every app that you have connected, in every workspace."],
          ["Closed", namesOf(withFate("closed"), "nobody else belongs to it")],
          ["Left", namesOf(withFate("left"), "what you made there stays")],
          ["Kept", "What you bought: its delivery links go on working. Sellers keep their books."],
        ]}
      />
      {blocking.length > 0 ? <BlockingWorkspaces workspaces={blocking} /> : <EraseForm />}
    </>
  )
}

function namesOf(workspaces: readonly Workspace[], why: string) {
  return workspaces.length > 0 && `${workspaces.map(({ name }) => name).join(", ")}: ${why}.`
}

function BlockingWorkspaces({ workspaces }: { workspaces: readonly Workspace[] }) {
  return (
    <>
      <p>
        You are the only owner of these workspaces, and others belong to them. Make somebody else an owner there, or
        remove the others; then you can go.
      </p>
      <WorkspaceRows workspaces={workspaces.map((workspace) => ({ ...workspace, role: "owner" }))} />
    </>
  )
}

async function leave(): Promise<void> {
  await dropAllOf(here().accountId)
  location.assign("/")
}

function EraseForm() {
  const { email } = here().visitor
  const erase = useChange("erase-account", { makesStale: [], isForm: true, onDone: leave })
  return (
    <>
      <UnsentBeforeErasing />
      <p>It happens at once, and nobody can undo it.</p>
      <ActionForm
        change={erase}
        submit="Erase this account for good"
        tone="danger"
        toInput={({ email = "" }) => ({ email })}
      >
        <TextInput
          name="email"
          type="email"
          label="Type your address to confirm"
          placeholder={email}
          dir="ltr"
          autoComplete="off"
          required
        />
      </ActionForm>
    </>
  )
}
