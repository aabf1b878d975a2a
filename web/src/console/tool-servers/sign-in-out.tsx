import { Unfold } from "../../kit/unfold.tsx"
import { type AnswerOf, stale, useChange } from "../ask.ts"
import { toast } from "../toast.ts"
import { ActionForm, SmallChange } from "../ui/form.tsx"
import { BearerInput } from "./bearer-input.tsx"
import type { SignInTarget } from "./sign-in-redirect.tsx"

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
