import type { ReactNode } from "react"
import type { ConsoleRoute } from "../../../server/src/contract/console/route.ts"
import styles from "./shell.module.css"
import { RouteIcon } from "./ui/icons.tsx"

interface GroupsProps {
  routes: readonly ConsoleRoute[]
  drawLink(route: ConsoleRoute, look: { className: string; children: ReactNode; "data-rest"?: true }): ReactNode
  /** On a phone, these are not in the bar. */
  rest?: readonly ConsoleRoute[]
}

interface Props extends GroupsProps {
  label: string
  /** The button that opens the sheet with the rest. Only phones show it. */
  more: ReactNode
}

/**
 * The navigation: a sidebar on a desktop, and a bar at the bottom of a phone. Both the document and the console
 * render it.
 */
export function Sidebar({ label, more, ...props }: Props) {
  return (
    <nav className={`stack gap-4 small ${styles.sidebar}`} aria-label={label}>
      <RouteGroups {...props} />
      {more}
    </nav>
  )
}

export function RouteGroups({ routes, drawLink, rest = [] }: GroupsProps) {
  const groups = [...new Set(routes.map(({ group }) => group))]
  const lookOf = (route: ConsoleRoute) => ({
    className: styles.way ?? "",
    children: <RouteWords {...route} />,
    ...(rest.includes(route) && { "data-rest": true as const }),
  })
  return groups.map((group) => (
    <div key={group} className={styles.group}>
      <h2>{group}</h2>
      {routes.filter((route) => route.group === group).map((route) => drawLink(route, lookOf(route)))}
    </div>
  ))
}

export function RouteWords({ id, title }: Pick<ConsoleRoute, "id" | "title">) {
  return (
    <>
      <RouteIcon id={id} />
      {title}
    </>
  )
}

const preferred = ["overview", "links", "docs", "purchases", "drive"]

const mostOnPhone = 5

/** The routes for which a phone's bar has no room: all but four, as the fifth place is for "More". */
export function restOnPhone(routes: readonly ConsoleRoute[]): readonly ConsoleRoute[] {
  if (routes.length <= mostOnPhone) return []
  const first = preferred.flatMap((id) => routes.filter((route) => route.id === id))
  const inBar = [...new Set([...first, ...routes])].slice(0, mostOnPhone - 1)
  return routes.filter((route) => !inBar.includes(route))
}
