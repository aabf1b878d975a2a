import { roleWords } from "../../../../server/src/contract/words.ts"
import { Button } from "../../kit/button.tsx"
import { Row, Rows } from "../../kit/rows.tsx"
import { Section } from "../../kit/section.tsx"
import { When } from "../../kit/when.tsx"
import { type AnswerOf, useRead } from "../ask.ts"
import { MailTrouble } from "../ui/mail-trouble.tsx"
import { useChange } from "../use-change.ts"

type Invitation = AnswerOf<"list-invitations">["items"][number]

/** The open invitations. Each can be sent again or revoked. */
export function Invitations() {
  const invitations = useRead("list-invitations", {}).data?.items ?? []
  if (invitations.length === 0) return null
  return (
    <Section title="Pending invites">
      <Rows>
        {invitations.map((invitation) => (
          <Row
            key={invitation.id}
            title={invitation.email}
            detail={
              <>
                {roleWords[invitation.role]}, expires <When at={invitation.expiresAt} isDay />
                <MailTrouble mail={invitation.mail} />
              </>
            }
            action={<Actions invitation={invitation} />}
          />
        ))}
      </Rows>
    </Section>
  )
}

function Actions({ invitation: { id, email, role } }: { invitation: Invitation }) {
  const again = useChange("invite-member", {
    makesStale: ["list-invitations"],
    says: ({ email }) => `Invite sent to ${email} again`,
  })
  const revoke = useChange("revoke-invitation", { makesStale: ["list-invitations"], says: "Invite canceled" })
  return (
    <div className="wrap gap-2">
      <Button
        size="sm"
        variant="default"
        aria-label={`Resend invite to ${email}`}
        isBusy={again.isPending}
        onClick={() => again.mutate({ email, role })}
      >
        Resend invite
      </Button>
      <Button
        size="sm"
        variant="default"
        aria-label={`Cancel invite to ${email}`}
        isBusy={revoke.isPending}
        onClick={() => revoke.mutate({ id })}
      >
        Cancel invite
      </Button>
    </div>
  )
}
