import type { SignInLinkData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Button } from "../../kit/button.tsx"
import { FormRefusal, TokenForm } from "../../kit/forms/token-form.tsx"
import { Frame, Heading } from "../../kit/frame.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Panel } from "../../kit/panel.tsx"

/** The page of the mailed link. It needs a click to sign in, because mail scanners open links. */
export function Page({ form, email, isAskingBrowser, refusal }: SignInLinkData) {
  return (
    <Frame width="narrow">
      <Panel label="Sign in">
        <Heading below={<As email={email} />}>Confirm sign-in</Heading>
        {!isAskingBrowser && (
          <Notice tone="note" title="Requested in another browser">
            Continue only if you requested it yourself.
          </Notice>
        )}
        <FormRefusal refusal={refusal} />
        <TokenForm form={form}>
          <Button type="submit" size="lg" isWide autoFocus={isAskingBrowser}>
            Sign in
          </Button>
        </TokenForm>
      </Panel>
    </Frame>
  )
}

function As({ email }: { email: string }) {
  return (
    <>
      You’ll be signed in as <bdi>{email}</bdi>.
    </>
  )
}
