import type { AccountData } from "../../../../server/src/surfaces/pages/account/data.ts"
import { Button } from "../../kit/button.tsx"
import { Row, Rows } from "../../kit/rows.tsx"
import { Section } from "../../kit/section.tsx"
import { TokenForm } from "../../kit/token-form.tsx"
import { When } from "../../kit/when.tsx"

type Props = Pick<AccountData, "sessions" | "endOthers">

/** The browsers that are signed in, each with a button that ends it. */
export function Sessions({ sessions, endOthers }: Props) {
  return (
    <Section title="Where you are signed in" below="End what you do not know. It takes effect at once.">
      <Rows>
        {sessions.map(({ label, isCurrent, lastSeenAt, end }) => (
          <Row
            key={end.action}
            title={label}
            detail={isCurrent ? "This browser" : <Seen at={lastSeenAt} />}
            action={
              <TokenForm form={end}>
                <Button type="submit" variant="default" size="sm">
                  {isCurrent ? "Sign out" : "End"}
                </Button>
              </TokenForm>
            }
          />
        ))}
      </Rows>
      {sessions.length > 1 && (
        <TokenForm form={endOthers}>
          <Button type="submit" variant="default">
            End all but this one
          </Button>
        </TokenForm>
      )}
    </Section>
  )
}

function Seen({ at }: { at: number }) {
  return (
    <>
      Last seen <When at={at} />
    </>
  )
}
