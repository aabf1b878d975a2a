import { ButtonLink } from "../../kit/button.tsx"
import { Stack } from "../../kit/stack.tsx"

export interface SignInTarget {
  name: string
  host: string
  url: string
}

/** Shows the host before the redirect: the authorization server may be on another host. */
export function SignInRedirect({ name, host, url }: SignInTarget) {
  return (
    <Stack>
      <p>To sign in to {name}, you'll go to</p>
      <p className="host">{host}</p>
      <p>Continue only if you trust this site. Sign in within 10 minutes.</p>
      <div className="actions">
        <ButtonLink href={url} rel="noreferrer">
          Continue to {host}
        </ButtonLink>
      </div>
    </Stack>
  )
}
