import { Link } from "@tanstack/react-router"
import styles from "./drive.module.css"

type Step = { id: string; name: string }

/** The folders that lead here, each a way back. */
export function Way({ way }: { way: readonly Step[] }) {
  const before: readonly (Step | undefined)[] = [undefined, ...way.slice(0, -1)]
  return (
    <nav aria-label="The way to this folder">
      <ol className={styles.way}>
        {before.map((step) => (
          <li key={step?.id ?? "top"}>
            <Link to="/drive" search={(step ? { folder: step.id } : {}) as never}>
              <bdi>{step?.name ?? "Drive"}</bdi>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
