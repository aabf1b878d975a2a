import { ButtonLink } from "../../kit/button.tsx"
import { Stack } from "../../kit/stack.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { stale, useChange } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { toast } from "../toast.ts"
import { ActionForm, SmallChange, TextInput } from "../ui/form.tsx"

export type ListedToolServer = AnswerOf<"list-tool-servers">["items"][number]

interface Props {
  server: ListedToolServer
  onSignIn(target: SignInTarget): void
}

/** Signs the reader in to a server or out of it, if they may do that. */
export function SignInOut({ server, onSignIn }: Props) {
  const { id, name, auth, isSignedIn, maySignIn, signedInBy, credentials } = server
  const signIn = useSignIn(server, onSignIn)
  const signOut = useChange("sign-out-of-tool-server", { makesStale: stale.servers, says: `Signed out of ${name}` })
  if (auth === "none" || !maySignIn) return null
  if (isSignedIn) {
    const words = credentials === "shared" && signedInBy !== null ? `Sign out ${signedInBy}` : "Sign out"
    return <SmallChange label={words} about={`${words}: ${name}`} change={signOut} input={{ id }} />
  }
  if (auth === "bearer") {
    return (
      <Unfold label="Sign in" about={name}>
        <ActionForm change={signIn} submit="Save token" toInput={({ bearer = "" }) => ({ id, bearer })}>
          <BearerInput />
        </ActionForm>
      </Unfold>
    )
  }
  return <SmallChange label="Sign in" about={`Sign in to ${name}`} change={signIn} input={{ id }} />
}

function useSignIn({ name, auth }: ListedToolServer, onSignIn: Props["onSignIn"]) {
  return useChange("sign-in-to-tool-server", {
    makesStale: stale.servers,
    isForm: auth === "bearer",
    onDone: ({ signIn }) => {
      if (signIn) onSignIn({ name, ...signIn })
      else toast({ title: `Signed in to ${name}` })
    },
  })
}

/** A token that a person created at the server. */
export function BearerInput() {
  return (
    <TextInput
      name="bearer"
      label="Token"
      type="password"
      autoComplete="off"
      description="Encrypted and never shown again."
      required
    />
  )
}

export interface SignInTarget {
  name: string
  host: string
  url: string
}

/** Shows the host before the redirect: the authorization server may be on another host. */
export function SignInRedirect({ name, host, url }: SignInTarget) {
  return (
    <Stack>
      <p className="apart">To sign in to {name}, you'll go to</p>
      <p className="apart host sunken breaks">{host}</p>
      <p className="apart">Continue only if you trust this site. Sign in within 10 minutes.</p>
      <div className="wrap top gap-3">
        <ButtonLink href={url} rel="noreferrer">
          Continue to {host}
        </ButtonLink>
      </div>
    </Stack>
  )
}
