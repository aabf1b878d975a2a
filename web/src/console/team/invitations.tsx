import { useQuery } from "@tanstack/react-query"
import { Button } from "../../kit/button.tsx"
import { roleInWords } from "../../kit/role.ts"
import { Row, Rows } from "../../kit/rows.tsx"
import { Section } from "../../kit/section.tsx"
import { When } from "../../kit/when.tsx"
import { readOf } from "../ask.ts"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"

/** Those who were invited and have not come yet; each can be taken back. */
export function Invitations() {
  const invitations = useQuery(readOf("list-invitations", {})).data?.items ?? []
  const revoke = useChange("revoke-invitation", {
    makesStale: ["list-invitations"],
    onDone: () => toast({ tone: "good", title: "The invitation is taken back. Its link opens nothing any more." }),
  })
  if (invitations.length === 0) return null
  return (
    <Section title="Invited" below="They have not accepted yet. Invite an address again to send it another mail.">
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
              <Button
                size="sm"
                variant="default"
                aria-label={`Take back the invitation of ${email}`}
                isBusy={revoke.isPending && revoke.variables.id === id}
                onClick={() => revoke.mutate({ id })}
              >
                Take back
              </Button>
            }
          />
        ))}
      </Rows>
    </Section>
  )
}
