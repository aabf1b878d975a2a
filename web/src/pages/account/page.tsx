import { Button } from "@mantine/core"
import { Column } from "../../kit/column.tsx"
import { FormRefusal } from "../../kit/form-refusal.tsx"
import { Page } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Section } from "../../kit/section.tsx"
import { WorkspaceRows } from "../../kit/workspace-rows.tsx"
import type { PageData } from "../../page-data.ts"
import { Erasing } from "./erasing.tsx"
import { Passkeys } from "./passkeys.tsx"
import { Profile } from "./profile.tsx"
import { Sessions } from "./sessions.tsx"

/** What belongs to a person and not to a workspace. */
export function AccountPage(account: PageData["account"]) {
  const { email, profile, workspaces, newWorkspacePath, refusal } = account
  return (
    <Page width="narrow">
      <Column>
        <Heading below={<bdi>{email}</bdi>}>Your account</Heading>
        <FormRefusal refusal={refusal} />
        <Profile profile={profile} />
        <Section title="Workspaces" below={workspaces.length === 0 && "You belong to none yet. Make your first one."}>
          <WorkspaceRows workspaces={workspaces} />
          <div>
            <Button component="a" href={newWorkspacePath} variant={workspaces.length === 0 ? "filled" : "default"}>
              New workspace
            </Button>
          </div>
        </Section>
        <Section
          title="Connected apps"
          below="See which apps act for you, what they did, and end what you no longer want."
        >
          <div>
            <Button component="a" href="/account/connections" variant="default">
              See connected apps
            </Button>
          </div>
        </Section>
        <Passkeys {...account} />
        <Sessions {...account} />
        <Erasing {...account} />
      </Column>
    </Page>
  )
}
