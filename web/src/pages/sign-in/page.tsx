import type { SignInData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Button } from "../../kit/button.tsx"
import { TextField } from "../../kit/field.tsx"
import { PasskeyButton } from "../../kit/forms/passkey-button.tsx"
import { FormRefusal, refusalAt, TokenForm } from "../../kit/forms/token-form.tsx"
import { Frame, Heading } from "../../kit/frame.tsx"
import { Panel } from "../../kit/panel.tsx"
import { Stack } from "../../kit/stack.tsx"

/** Asks for an email address to send a code to, or for a passkey. */
export function Page({ form, email, returnTo, passkey, refusal }: SignInData) {
  const hidden = { return_to: returnTo }
  return (
    <Frame width="narrow">
      <Panel label="Sign in">
        <Heading below={purposeOf(returnTo)}>Sign in</Heading>
        <FormRefusal refusal={refusal} fields={["email"]} />
        <TokenForm form={form} hidden={hidden} noValidate>
          <Stack>
            <TextField
              label="Email"
              description="New here? We’ll create your account."
              name="email"
              type="email"
              autoComplete="username webauthn"
              defaultValue={email}
              fieldSize="lg"
              required
              autoFocus
              {...refusalAt(refusal, "email")}
            />
            <Button type="submit" size="lg" isWide>
              Email me a code
            </Button>
          </Stack>
        </TokenForm>
        <PasskeyButton passkey={passkey} hidden={hidden}>
          Use a passkey
        </PasskeyButton>
      </Panel>
    </Frame>
  )
}

/** Explains the purpose of the sign-in, by the page to return to. */
function purposeOf(returnTo: string): string | undefined {
  if (returnTo.startsWith("/consent/")) return "Sign in to connect the app."
  if (returnTo.startsWith("/invitations/")) return "Use the email you were invited with."
  if (returnTo === "/workspaces/new") return "Sign in to create a workspace."
  return undefined
}
