import type { SignInCodeData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Button, ButtonLink } from "../../kit/button.tsx"
import { TextField } from "../../kit/field.tsx"
import { FormRefusal, refusalAt, TokenForm } from "../../kit/forms/token-form.tsx"
import { Frame, Heading } from "../../kit/frame.tsx"
import { reasonSentence } from "../../kit/mail-reason.ts"
import { Notice } from "../../kit/notice.tsx"
import { Panel } from "../../kit/panel.tsx"
import { Stack } from "../../kit/stack.tsx"
import styles from "./page.module.css"

export function Page({ form, code, email, mail, again, mailboxPath, refusal }: SignInCodeData) {
  return (
    <Frame width="narrow">
      <Panel label="Enter code">
        <AskedMail email={email} mail={mail} />
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
        <Alternatives again={again} mail={mail} mailboxPath={mailboxPath} />
      </Panel>
    </Frame>
  )
}

const stateOf = ({ state, reason }: Mail) => `${state} ${reason ?? ""}`

type Mail = SignInCodeData["mail"]

function AskedMail({ email, mail }: Pick<SignInCodeData, "email" | "mail">) {
  const { state, reason } = mail
  const address = <bdi>{email}</bdi>
  return (
    <div className="stack gap-4" data-asked-mail={stateOf(mail)} aria-live={state === "failed" ? "off" : "polite"}>
      {state === "failed" ? (
        <>
          <Heading>Email not delivered</Heading>
          <Notice tone="bad" title="Your code didn’t arrive">
            We couldn’t deliver it to {address}. {reasonSentence(reason)}
          </Notice>
        </>
      ) : (
        <Heading
          below={
            state === "sent" ? (
              <>We sent a code and a link to {address}.</>
            ) : (
              <>We’re sending a code and a link to {address}.</>
            )
          }
        >
          Check your email
        </Heading>
      )}
      {state === "slow" && (
        <Notice tone="note" title="Not delivered yet">
          {reasonSentence(reason)} We keep trying.
        </Notice>
      )}
    </div>
  )
}

function Alternatives({ again, mail, mailboxPath }: Pick<SignInCodeData, "again" | "mail" | "mailboxPath">) {
  const isFailed = mail.state === "failed"
  const another = `/sign-in?${new URLSearchParams({ return_to: again.returnTo, another: "" })}`
  return (
    <div className={`wrap middle ${styles.other}`} data-asked-mail={stateOf(mail)}>
      {mailboxPath && (
        <p>
          Emails go to the{" "}
          <a href={mailboxPath} target="_blank" rel="noreferrer">
            mailbox
          </a>{" "}
          (new tab).
        </p>
      )}
      {!isFailed && <p>No email after a minute? Check spam.</p>}
      {isFailed && <ButtonLink href={another}>Use another email</ButtonLink>}
      <TokenForm form={again} hidden={{ email: again.email, return_to: again.returnTo }}>
        <Button type="submit" variant="default">
          Email me a new code
        </Button>
      </TokenForm>
      {!isFailed && <a href={another}>Use another email</a>}
    </div>
  )
}
