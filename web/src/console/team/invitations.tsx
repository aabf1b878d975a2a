import { useQuery } from "@tanstack/react-query"
import { Button } from "../../kit/button.tsx"
import { roleInWords } from "../../kit/role.ts"
import { Row, Rows } from "../../kit/rows.tsx"
import { Section } from "../../kit/section.tsx"
import { When } from "../../kit/when.tsx"
import { type AnswerOf, readOf } from "../ask.ts"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import styles from "./invitations.module.css"

type Invitation = AnswerOf<"list-invitations">["items"][number]

/** The open invitations. Each can be sent again or revoked. */
export function Invitations() {
  const invitations = useQuery(readOf("list-invitations", {})).data?.items ?? []
  if (invitations.length === 0) return null
  return (
    <Section title="Invited" below="They have not accepted yet.">
      <Rows>
        {invitations.map((invitation) => (
          <Row
            key={invitation.id}
            title={invitation.email}
            detail={
              <>
                As {roleInWords(invitation.role)}, until <When at={invitation.expiresAt} isDay />
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
    onDone: ({ email }) => toast({ tone: "good", title: `Another mail to ${email} is on its way.` }),
  })
  const revoke = useChange("revoke-invitation", {
    makesStale: ["list-invitations"],
    onDone: () => toast({ tone: "good", title: "The invitation is taken back. Its link opens nothing any more." }),
  })
  return (
    <div className={styles.actions}>
      <Button
        size="sm"
        variant="default"
        aria-label={`Send the invitation of ${email} again`}
        isBusy={again.isPending}
        onClick={() => again.mutate({ email, role })}
      >
        Send again
      </Button>
      <Button
        size="sm"
        variant="default"
        aria-label={`Take back the invitation of ${email}`}
        isBusy={revoke.isPending}
        onClick={() => revoke.mutate({ id })}
      >
        Take back
      </Button>
    </div>
  )
}
