import type { ReactNode, Ref } from "react"
import type { ConsoleRoute } from "../../../server/src/contract/console/route.ts"
import styles from "./shell.module.css"
import { RouteIcon } from "./ui/icons.tsx"

interface Props {
  label: string
  routes: readonly ConsoleRoute[]
  drawLink(route: ConsoleRoute, look: { className: string; children: ReactNode }): ReactNode
  ref?: Ref<HTMLElement>
}

/** The navigation links, grouped by heading. Both the document and the console render it. */
export function Sidebar({ label, routes, drawLink, ref }: Props) {
  const groups = [...new Set(routes.map(({ group }) => group))]
  const wordsOf = ({ id, title }: ConsoleRoute) => (
    <>
      <RouteIcon id={id} />
      {title}
    </>
  )
  return (
    <nav ref={ref} className={styles.sidebar} aria-label={label}>
      {groups.map((group) => (
        <div key={group}>
          <h2>{group}</h2>
          {routes
            .filter((route) => route.group === group)
            .map((route) => drawLink(route, { className: styles.way ?? "", children: wordsOf(route) }))}
        </div>
      ))}
    </nav>
  )
}
