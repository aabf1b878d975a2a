import type { SignInLinkData } from "../../../../server/src/contract/pages/sign-in.ts"
import { Button } from "../../kit/button.tsx"
import { FormRefusal } from "../../kit/form-refusal.tsx"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Panel } from "../../kit/panel.tsx"
import { TokenForm } from "../../kit/token-form.tsx"

/** The page of the mailed link. It needs a click to sign in, because mail scanners open links. */
export function Page({ form, email, isAskingBrowser, refusal }: SignInLinkData) {
  return (
    <Frame width="narrow">
      <Panel label="Sign in">
        <Heading below={<As email={email} />}>One click to sign in</Heading>
        {!isAskingBrowser && (
          <Notice tone="note" title="This mail was asked for in another browser.">
            Go on only if you asked for it yourself, such as on another device of yours. If somebody sent you this link,
            close the page.
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
      You will be signed in as <bdi>{email}</bdi> in this browser.
    </>
  )
}
