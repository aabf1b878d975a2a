import type { AccountData } from "../../../../server/src/surfaces/pages/account/data.ts"
import { ButtonLink } from "../../kit/button.tsx"
import { Column } from "../../kit/column.tsx"
import { FormRefusal } from "../../kit/form-refusal.tsx"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Section } from "../../kit/section.tsx"
import { WorkspaceRows } from "../../kit/workspace-rows.tsx"
import { Erasing } from "./erasing.tsx"
import { Passkeys } from "./passkeys.tsx"
import { Profile } from "./profile.tsx"
import { Sessions } from "./sessions.tsx"

/** What belongs to a person and not to a workspace. */
export function Page(account: AccountData) {
  const { email, profile, workspaces, newWorkspacePath, wasSaved, refusal } = account
  return (
    <Frame width="narrow">
      <Column>
        <Heading below={<bdi>{email}</bdi>}>Your account</Heading>
        <FormRefusal refusal={refusal} fields={["name"]} />
        <Profile profile={profile} refusal={refusal} wasSaved={wasSaved} />
        <Section title="Workspaces" below={workspaces.length === 0 && "You belong to none yet. Make your first one."}>
          <WorkspaceRows workspaces={workspaces} />
          <div>
            <ButtonLink href={newWorkspacePath} variant={workspaces.length === 0 ? "filled" : "default"}>
              New workspace
            </ButtonLink>
          </div>
        </Section>
        <Section
          title="Connected apps"
          below="See which apps act for you, what they did, and end what you no longer want."
        >
          <div>
            <ButtonLink href="/account/connections" variant="default">
              See connected apps
            </ButtonLink>
          </div>
        </Section>
        <Passkeys {...account} />
        <Sessions {...account} />
        <Erasing {...account} />
      </Column>
    </Frame>
  )
}
