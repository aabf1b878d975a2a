import { Button } from "../../../kit/button.tsx"
import { TokenForm } from "../../../kit/forms/token-form.tsx"
import { Row, Rows } from "../../../kit/rows.tsx"
import { Section } from "../../../kit/section.tsx"
import { When } from "../../../kit/when.tsx"
import { type AnswerOf, useRead } from "../../ask.ts"
import { here } from "../../console-data.ts"
import { ChangeButton } from "../../ui/change-button.tsx"
import { useChange } from "../../use-change.ts"

export function Sessions() {
  const sessions = useRead("list-sessions", {}).data?.items ?? []
  const endOthers = useChange("end-other-sessions", {
    makesStale: ["list-sessions"],
    says: "Signed out of all other browsers",
  })
  return (
    <Section title="Sessions">
      <Rows>
        {sessions.map((session) => (
          <Session key={session.id} {...session} />
        ))}
      </Rows>
      {sessions.length > 1 && (
        <div>
          <ChangeButton variant="default" label="Sign out all others" change={endOthers} input={{}} />
        </div>
      )}
    </Section>
  )
}

function Session({ id, label, isCurrent, createdAt, lastSeenAt }: AnswerOf<"list-sessions">["items"][number]) {
  const end = useChange("end-session", { makesStale: ["list-sessions"], says: `${label} signed out` })
  return (
    <Row
      title={label}
      detail={
        <>
          {isCurrent ? (
            "This browser"
          ) : (
            <>
              Last seen <When at={lastSeenAt} />
            </>
          )}
          , signed in <When at={createdAt} isDay />
        </>
      }
      action={
        isCurrent ? (
          <TokenForm form={here().visitor.signOut}>
            <Button type="submit" variant="default" size="sm">
              Sign out
            </Button>
          </TokenForm>
        ) : (
          <ChangeButton variant="default" size="sm" label="Sign out" change={end} input={{ id }} />
        )
      }
    />
  )
}
