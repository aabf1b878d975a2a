import { Button, Stack, TextInput } from "@mantine/core"
import { FormRefusal } from "../../kit/form-refusal.tsx"
import { Page } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Panel } from "../../kit/panel.tsx"
import { PasskeyButton } from "../../kit/passkey-button.tsx"
import { TokenForm } from "../../kit/token-form.tsx"
import type { PageData } from "../../page-data.ts"

/** Asks for an address to mail a code to, or for a passkey. */
export function SignInPage({ form, email, returnTo, passkey, refusal }: PageData["sign-in"]) {
  const hidden = { return_to: returnTo }
  return (
    <Page width="narrow">
      <Panel label="Sign in">
        <Heading below={purposeOf(returnTo)}>Sign in</Heading>
        <FormRefusal refusal={refusal} />
        <TokenForm form={form} hidden={hidden}>
          <Stack>
            <TextInput
              label="E-mail address"
              description="We mail you a code. There is no password. If you are new, this makes your account."
              name="email"
              type="email"
              autoComplete="username webauthn"
              defaultValue={email}
              error={refusal !== null && email !== ""}
              size="lg"
              required
              autoFocus
            />
            <Button type="submit" size="lg" fullWidth>
              Mail me a code
            </Button>
          </Stack>
        </TokenForm>
        <PasskeyButton passkey={passkey} what="get" hidden={hidden}>
          Use a passkey instead
        </PasskeyButton>
      </Panel>
    </Page>
  )
}

/** What somebody signs in for, where the page that they come from is one of these. */
function purposeOf(returnTo: string): string {
  if (returnTo.startsWith("/consent/")) return "An app asks to act for you. Sign in first, then you decide."
  if (returnTo.startsWith("/invitations/")) return "Sign in with the address that the invitation was mailed to."
  if (returnTo === "/workspaces/new") return "Sign in first, then you name your workspace."
  return "Welcome. You are one step away."
}
