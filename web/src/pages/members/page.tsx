import { Button } from "@mantine/core"
import { Column } from "../../kit/column.tsx"
import { FormRefusal } from "../../kit/form-refusal.tsx"
import { Page } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Rows } from "../../kit/rows.tsx"
import { Section } from "../../kit/section.tsx"
import { SettingsLinks } from "../../kit/settings-links.tsx"
import { TokenForm } from "../../kit/token-form.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import type { PageData } from "../../page-data.ts"
import { Invitations } from "./invitations.tsx"
import { MemberRow } from "./member-row.tsx"

/** Who belongs to a workspace, and who is invited. */
export function MembersPage({ workspace, members, invitations, manage, leave, refusal }: PageData["members"]) {
  return (
    <Page width="narrow">
      <Column>
        <Heading above={<bdi>{workspace.name}</bdi>}>Members</Heading>
        <FormRefusal refusal={refusal} />
        <Section title="Who belongs here">
          <Rows>
            {members.map((member) => (
              <MemberRow key={member.accountId} member={member} manage={manage} />
            ))}
          </Rows>
        </Section>
        {manage && <Invitations invitations={invitations} manage={manage} />}
        <Section title="Leave" below="You lose your way in at once. What you made stays.">
          <Unfold label="Leave this workspace" about={workspace.name}>
            <TokenForm form={leave}>
              <Button type="submit" color="red" variant="outline" size="sm">
                Yes, leave
              </Button>
            </TokenForm>
          </Unfold>
        </Section>
        <SettingsLinks slug={workspace.slug} here="members" />
      </Column>
    </Page>
  )
}
