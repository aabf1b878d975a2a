import type { ErrorData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { ButtonLink } from "../../kit/button.tsx"
import { Frame, Heading } from "../../kit/frame.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Pattern } from "../../kit/people/pattern.tsx"
import styles from "./page.module.css"

export function Page({ status, title, message, hint, isSignIn }: ErrorData) {
  const { visitor } = useHouse()
  const stranger = isSignIn ? { href: "/sign-in", label: "Sign in again" } : { href: "/", label: "Go to homepage" }
  const { href, label } = visitor ? { href: "/workspaces", label: "Open workspace" } : stranger
  return (
    <Frame width="narrow">
      <div className="stack gap-5">
        <Pattern text={`${status}`} tiles={6} />
        <Heading above={`Error ${status}`} below={message}>
          {title}
        </Heading>
        {hint && !(isSignIn && visitor) && <p className={styles.hint}>{hint}</p>}
        <div>
          <ButtonLink href={href} variant="default">
            {label}
          </ButtonLink>
        </div>
      </div>
    </Frame>
  )
}
