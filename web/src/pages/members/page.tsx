import type { MembersData } from "../../../../server/src/surfaces/pages/settings/data.ts"
import { Button } from "../../kit/button.tsx"
import { Column } from "../../kit/column.tsx"
import { FormRefusal } from "../../kit/form-refusal.tsx"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Rows } from "../../kit/rows.tsx"
import { Section } from "../../kit/section.tsx"
import { SettingsLinks } from "../../kit/settings-links.tsx"
import { TokenForm } from "../../kit/token-form.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { Invitations } from "./invitations.tsx"
import { MemberRow } from "./member-row.tsx"

/** Who belongs to a workspace, and who is invited. */
export function Page({ workspace, members, invitations, manage, leave, refusal }: MembersData) {
  return (
    <Frame width="narrow">
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
              <Button type="submit" variant="danger" size="sm">
                Yes, leave
              </Button>
            </TokenForm>
          </Unfold>
        </Section>
        <SettingsLinks slug={workspace.slug} here="members" />
      </Column>
    </Frame>
  )
}
