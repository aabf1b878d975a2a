import { Link } from "@tanstack/react-router"
import { useDropOn } from "./drag.ts"
import styles from "./drive.module.css"

type Step = { id: string; name: string }

/** The breadcrumbs of a folder. Each is a link and a drop target. */
export function Breadcrumbs({ way }: { way: readonly Step[] }) {
  const dropOn = useDropOn()
  const before: readonly (Step | undefined)[] = [undefined, ...way.slice(0, -1)]
  return (
    <nav aria-label="Folder path">
      <ol className={`wrap ${styles.way}`}>
        {before.map((step) => (
          <li key={step?.id ?? "top"} {...dropOn(step ?? { id: null, name: "Drive" })}>
            <Link to="/drive" draggable={false} search={(step ? { folder: step.id } : {}) as never}>
              <bdi>{step?.name ?? "Drive"}</bdi>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
