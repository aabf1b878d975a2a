import { Button } from "@mantine/core"
import type { PageData } from "../page-data.ts"
import { Column } from "../parts/column.tsx"
import { FormRefusal } from "../parts/form-refusal.tsx"
import { Heading } from "../parts/heading.tsx"
import { Page } from "../parts/page.tsx"
import { Rows } from "../parts/rows.tsx"
import { Section } from "../parts/section.tsx"
import { SettingsLinks } from "../parts/settings-links.tsx"
import { TokenForm } from "../parts/token-form.tsx"
import { Unfold } from "../parts/unfold.tsx"
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
