import { ButtonLink } from "../../kit/button.tsx"
import { Stack } from "../../kit/stack.tsx"

/** The sign-in page of a server. */
export interface SignInTarget {
  name: string
  host: string
  url: string
}

/** Shows the host before the redirect: the authorization server may be on another host. */
export function SignInRedirect({ name, host, url }: SignInTarget) {
  return (
    <Stack>
      <p>To sign in to {name} you leave this page for</p>
      <p className="host">{host}</p>
      <p>
        Go on only if you know it, and sign in there with the account that {name} is to be used with. You come back here
        afterwards, within ten minutes.
      </p>
      <div className="actions">
        <ButtonLink href={url} rel="noreferrer">
          Go to {host}
        </ButtonLink>
      </div>
    </Stack>
  )
}
