import type { AccountData } from "../../../../server/src/surfaces/pages/account/data.ts"
import { Button, ButtonLink } from "../../kit/button.tsx"
import { TextField } from "../../kit/field.tsx"
import { Section } from "../../kit/section.tsx"
import { TokenForm } from "../../kit/token-form.tsx"
import { Unfold } from "../../kit/unfold.tsx"

type Props = Pick<AccountData, "email" | "dataPath" | "erase">

/** What is kept about this person, to take along or to be rid of. */
export function Erasing({ email, dataPath, erase }: Props) {
  return (
    <Section title="Your data" below="Take along what is kept about you, or have it erased.">
      <div>
        <ButtonLink href={dataPath} download variant="default">
          Download your data
        </ButtonLink>
      </div>
      <Unfold label="Erase this account" about={email}>
        <p>
          This ends your sessions, passkeys, connected apps and memberships, and closes the workspaces that only you
          belong to. It cannot be undone. What you bought stays yours: its delivery links go on working.
        </p>
        <TokenForm form={erase}>
          <TextField
            label="Type your address to confirm"
            name="email"
            type="email"
            dir="ltr"
            autoComplete="off"
            required
          />
          <Button type="submit" variant="danger" size="sm">
            Erase this account for good
          </Button>
        </TokenForm>
      </Unfold>
    </Section>
  )
}
