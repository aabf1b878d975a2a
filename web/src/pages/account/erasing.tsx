import { Button, TextInput } from "@mantine/core"
import { Section } from "../../kit/section.tsx"
import { TokenForm } from "../../kit/token-form.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import type { PageData } from "../../page-data.ts"

type Props = Pick<PageData["account"], "email" | "dataPath" | "erase">

/** What is kept about this person, to take along or to be rid of. */
export function Erasing({ email, dataPath, erase }: Props) {
  return (
    <Section title="Your data" below="Take along what is kept about you, or have it erased.">
      <div>
        <Button component="a" href={dataPath} download variant="default">
          Download your data
        </Button>
      </div>
      <Unfold label="Erase this account" about={email}>
        <p>
          This ends your sessions, passkeys, connected apps and memberships, and closes the workspaces that only you
          belong to. It cannot be undone. What you bought stays yours: its delivery links go on working.
        </p>
        <TokenForm form={erase}>
          <TextInput
            label="Type your address to confirm"
            name="email"
            type="email"
            dir="ltr"
            autoComplete="off"
            required
          />
          <Button type="submit" color="red" variant="outline" size="sm" mt="xs">
            Erase this account for good
          </Button>
        </TokenForm>
      </Unfold>
    </Section>
  )
}
