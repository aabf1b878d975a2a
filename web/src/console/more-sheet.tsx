import type { ConsoleRoute } from "../../../server/src/contract/console/route.ts"
import styles from "./shell.module.css"
import { RouteGroups } from "./sidebar.tsx"
import { SidebarLink } from "./sidebar-link.tsx"
import { SidePanel } from "./ui/panels/panel.tsx"

export function MoreSheet({ routes, onClose }: { routes: readonly ConsoleRoute[]; onClose(): void }) {
  return (
    <SidePanel title="More" onClose={onClose}>
      <nav className={`stack gap-5 ${styles.rest}`} aria-label="More">
        <RouteGroups
          routes={routes}
          drawLink={(route, look) => <SidebarLink key={route.id} route={route} look={look} onClick={onClose} />}
        />
      </nav>
    </SidePanel>
  )
}
