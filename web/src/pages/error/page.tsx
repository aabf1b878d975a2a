import type { ErrorData } from "../../../../server/src/contract/pages/error.ts"
import { ButtonLink } from "../../kit/button.tsx"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Pattern } from "../../kit/pattern.tsx"
import styles from "./page.module.css"

/** The error page: what happened, what to do, and a link to the workspace or the front page. */
export function Page({ status, title, message, hint }: ErrorData) {
  const { visitor } = useHouse()
  return (
    <Frame width="narrow">
      <div className={styles.error}>
        <Pattern text={`${status}`} tiles={6} />
        <Heading above={`Error ${status}`} below={message}>
          {title}
        </Heading>
        {hint && <p className={styles.hint}>{hint}</p>}
        <div>
          <ButtonLink href={visitor ? "/workspaces" : "/"} variant="default">
            {visitor ? "Open workspace" : "Go to homepage"}
          </ButtonLink>
        </div>
      </div>
    </Frame>
  )
}
