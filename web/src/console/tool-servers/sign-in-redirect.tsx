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
