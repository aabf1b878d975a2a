import type { MembersData } from "../../../../server/src/surfaces/pages/settings/data.ts"
import { Button } from "../../kit/button.tsx"
import { roleInWords } from "../../kit/role.ts"
import { Row, Rows } from "../../kit/rows.tsx"
import { Section } from "../../kit/section.tsx"
import { TokenForm } from "../../kit/token-form.tsx"
import { When } from "../../kit/when.tsx"
import { Invite } from "./invite.tsx"

interface Props {
  invitations: MembersData["invitations"]
  manage: NonNullable<MembersData["manage"]>
}

/** Those who were invited and have not come yet, and the way to invite more. */
export function Invitations({ invitations, manage }: Props) {
  return (
    <Section title="Invite" below="An invitation goes out by mail. Only its address can accept it.">
      <Invite manage={manage} />
      {invitations.length > 0 && (
        <Rows>
          {invitations.map(({ id, email, role, expiresAt }) => (
            <Row
              key={id}
              title={email}
              detail={
                <>
                  Invited as {roleInWords(role)}, until <When at={expiresAt} isDay />
                </>
              }
              action={
                <TokenForm form={manage.revoke} hidden={{ id }}>
                  <Button type="submit" variant="default" size="sm" aria-label={`Take back the invitation of ${email}`}>
                    Take back
                  </Button>
                </TokenForm>
              }
            />
          ))}
        </Rows>
      )}
    </Section>
  )
}
