import { Button } from "@mantine/core"
import { Page } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Pattern } from "../../kit/pattern.tsx"
import type { PageData } from "../../page-data.ts"
import styles from "./page.module.css"

/** Stands where a page should be: what happened, what to do next, and a way out. */
export function ErrorPage({ status, title, message, hint }: PageData["error"]) {
  return (
    <Page width="narrow">
      <div className={styles.error}>
        <Pattern text={`${status}`} tiles={6} />
        <Heading above={`Error ${status}`} below={message}>
          {title}
        </Heading>
        {hint && <p className={styles.hint}>{hint}</p>}
        <div>
          <Button component="a" href="/" variant="default">
            Go to the front page
          </Button>
        </div>
      </div>
    </Page>
  )
}
