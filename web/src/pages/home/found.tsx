import { ButtonLink } from "../../kit/button.tsx"
import styles from "./found.module.css"

/** The panel for results of an agent in the browser. `in-page-tools/front-door.ts` fills it in. */
export function Found() {
  return (
    <section
      className={`wrap middle gap-4 plate raised ${styles.found}`}
      data-found
      data-shows-tools
      hidden
      role="status"
      aria-label="Found"
    >
      <img data-found-picture hidden alt="" width={1200} height={630} />
      <div className="breaks">
        <strong data-found-title dir="auto" />
        <p className="muted" data-found-text dir="auto" />
      </div>
      <ButtonLink data-found-link variant="default" href="/">
        Open
      </ButtonLink>
    </section>
  )
}
