import type { GuideData } from "../../../../server/src/contract/pages/developers.ts"
import { Frame } from "../../kit/frame.tsx"
import { ManualPage } from "../developers/manual.tsx"
import styles from "./page.module.css"

/** A guide, drawn on the server from Markdown. */
export function Page({ manual, html, markdownPath }: GuideData) {
  return (
    <Frame width="broad" offersSignIn>
      <ManualPage manual={manual}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server drew it from a file of this repository. */}
        <article className={styles.guide} dangerouslySetInnerHTML={{ __html: html }} />
        <p className={styles.twin}>
          <a href={markdownPath}>This guide as Markdown</a>
        </p>
      </ManualPage>
    </Frame>
  )
}
