import { Unfold } from "../../kit/unfold.tsx"
import type { AnswerOf } from "../ask.ts"
import { ActionForm } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import { BearerInput } from "./bearer-input.tsx"
import { ServerButton } from "./server-button.tsx"
import type { SignInTarget } from "./sign-in-redirect.tsx"
import { staleServers } from "./stale-servers.ts"

export type ListedToolServer = AnswerOf<"list-tool-servers">["items"][number]

interface Props {
  server: ListedToolServer
  onSignIn(target: SignInTarget): void
}

/** Signs the reader in to a server or out of it, if they may do that. */
export function SignInOut({ server, onSignIn }: Props) {
  const { id, name, auth, isSignedIn, maySignIn, signedInBy, credentials } = server
  const signIn = useSignIn(server, onSignIn)
  const signOut = useChange("sign-out-of-tool-server", { makesStale: staleServers, says: `Signed out of ${name}` })
  if (auth === "none" || !maySignIn) return null
  if (isSignedIn) {
    const words = credentials === "shared" && signedInBy !== null ? `Sign out ${signedInBy}` : "Sign out"
    return <ServerButton change={signOut} id={id} words={words} label={`${words}: ${name}`} />
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
  return <ServerButton change={signIn} id={id} words="Sign in" label={`Sign in to ${name}`} />
}

function useSignIn({ name, auth }: ListedToolServer, onSignIn: Props["onSignIn"]) {
  return useChange("sign-in-to-tool-server", {
    makesStale: staleServers,
    isForm: auth === "bearer",
    onDone: ({ signIn }) => {
      if (signIn) onSignIn({ name, ...signIn })
      else toast({ title: `Signed in to ${name}` })
    },
  })
}
