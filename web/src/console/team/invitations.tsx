import { useQuery } from "@tanstack/react-query"
import { Button } from "../../kit/button.tsx"
import { roleInWords } from "../../kit/role.ts"
import { Row, Rows } from "../../kit/rows.tsx"
import { Section } from "../../kit/section.tsx"
import { When } from "../../kit/when.tsx"
import { readOf } from "../ask.ts"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import styles from "./invitations.module.css"

/** The open invitations. Each can be sent again or revoked. */
export function Invitations() {
  const invitations = useQuery(readOf("list-invitations", {})).data?.items ?? []
  const revoke = useChange("revoke-invitation", {
    makesStale: ["list-invitations"],
    onDone: () => toast({ tone: "good", title: "The invitation is taken back. Its link opens nothing any more." }),
  })
  const again = useChange("invite-member", {
    makesStale: ["list-invitations"],
    onDone: ({ email }) => toast({ tone: "good", title: `Another mail to ${email} is on its way.` }),
  })
  if (invitations.length === 0) return null
  return (
    <Section title="Invited" below="They have not accepted yet.">
      <Rows>
        {invitations.map(({ id, email, role, expiresAt }) => (
          <Row
            key={id}
            title={email}
            detail={
              <>
                As {roleInWords(role)}, until <When at={expiresAt} isDay />
              </>
            }
            action={
              <div className={styles.actions}>
                <Button
                  size="sm"
                  variant="default"
                  aria-label={`Send the invitation of ${email} again`}
                  isBusy={again.isPending && again.variables.email === email}
                  onClick={() => again.mutate({ email, role })}
                >
                  Send again
                </Button>
                <Button
                  size="sm"
                  variant="default"
                  aria-label={`Take back the invitation of ${email}`}
                  isBusy={revoke.isPending && revoke.variables.id === id}
                  onClick={() => revoke.mutate({ id })}
                >
                  Take back
                </Button>
              </div>
            }
          />
        ))}
      </Rows>
    </Section>
  )
}
