import type { SignInCodeData } from "../../../../server/src/contract/pages/sign-in.ts"
import { Button } from "../../kit/button.tsx"
import { TextField } from "../../kit/field.tsx"
import { FormRefusal, refusalAt } from "../../kit/form-refusal.tsx"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Panel } from "../../kit/panel.tsx"
import { Stack } from "../../kit/stack.tsx"
import { TokenForm } from "../../kit/token-form.tsx"
import styles from "./page.module.css"

export function Page({ form, code, email, again, mailboxPath, refusal }: SignInCodeData) {
  return (
    <Frame width="narrow">
      <Panel label="Enter code">
        <Heading below={<Sent email={email} />}>Check your email</Heading>
        <FormRefusal refusal={refusal} fields={["code"]} />
        <TokenForm form={form}>
          <Stack>
            <TextField
              label="Code"
              description="8 digits. Expires in 10 minutes."
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              defaultValue={code}
              className={styles.code}
              fieldSize="lg"
              required
              autoFocus
              {...refusalAt(refusal, "code")}
            />
            <Button type="submit" size="lg" isWide>
              Sign in
            </Button>
          </Stack>
        </TokenForm>
        <Alternatives again={again} mailboxPath={mailboxPath} />
      </Panel>
    </Frame>
  )
}

function Sent({ email }: { email: string }) {
  return (
    <>
      We sent a code and a link to <bdi>{email}</bdi>.
    </>
  )
}

function Alternatives({ again, mailboxPath }: Pick<SignInCodeData, "again" | "mailboxPath">) {
  return (
    <div className={styles.other}>
      {mailboxPath && (
        <p>
          Emails go to the{" "}
          <a href={mailboxPath} target="_blank" rel="noreferrer">
            mailbox
          </a>{" "}
          (new tab).
        </p>
      )}
      <p>No email after a minute? Check spam.</p>
      <TokenForm form={again} hidden={{ email: again.email, return_to: again.returnTo }}>
        <Button type="submit" variant="default">
          Email me a new code
        </Button>
      </TokenForm>
      <a href={`/sign-in?${new URLSearchParams({ return_to: again.returnTo, another: "" })}`}>Use another email</a>
    </div>
  )
}
