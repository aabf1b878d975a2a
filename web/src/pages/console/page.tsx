import "@fontsource-variable/inter/wght.css"
import "../../kit/tokens.css"
import { consoleAreas } from "../../../../server/src/contract/console/areas.ts"
import type { ConsoleData } from "../../../../server/src/contract/pages/console.ts"
import { isDue, shownRoutes } from "../../console/console-data.ts"
import styles from "../../console/shell.module.css"
import { RouteWords, restOnPhone, Sidebar } from "../../console/sidebar.tsx"
import { RouteIcon } from "../../console/ui/icons.tsx"
import view from "../../console/ui/page.module.css"
import { useHouse } from "../../kit/house.tsx"
import { Mark } from "../../kit/mark.tsx"
import { AccountMenu } from "../../kit/people/account-menu.tsx"
import own from "./page.module.css"

/** The console's frame until the scripts have loaded, with the same layout. */
export function Page({ title, island }: ConsoleData) {
  const { area, base } = island
  const routes = shownRoutes(area, island).filter((route) => isDue(route, island))
  const rest = restOnPhone(routes)
  const path = (below: string) => `${base}${below === "/" ? "" : below}`
  return (
    <div id="root">
      <div className={styles.shell}>
        <Bar {...island} />
        <Sidebar
          label={consoleAreas[area].title}
          routes={routes}
          rest={rest}
          more={
            rest.length > 0 && (
              <span className={`${styles.way} ${styles.more}`}>
                <RouteWords id="more" title="More" />
              </span>
            )
          }
          drawLink={(route, look) => (
            <a
              key={route.id}
              {...look}
              href={path(route.path)}
              aria-current={route.title === title ? "page" : undefined}
            />
          )}
        />
        <main className={styles.main}>
          <LoadingView title={title} />
        </main>
      </div>
    </div>
  )
}

function Bar({ workspace, visitor }: ConsoleData["island"]) {
  const { brandName } = useHouse()
  return (
    <header className={`flex middle gap-4 ${styles.bar}`}>
      <div className={styles.switcher}>
        <span className={`flex middle gap-2 ${own.workspace}`}>
          {workspace?.logoPath ? <img className={styles.logo} src={workspace.logoPath} alt="" /> : <Mark />}
          <bdi className="cut">{workspace?.name ?? brandName}</bdi>
        </span>
      </div>
      <span className={`flex middle between muted small framed ${styles.search}`}>
        <span>
          Search<span> or jump to…</span>
        </span>{" "}
        <kbd>⌘K</kbd>
      </span>
      {workspace && (
        <span className={styles.bell}>
          <RouteIcon id="assistant" />
        </span>
      )}
      <span className={styles.bell}>
        <RouteIcon id="account/notifications" />
      </span>
      <AccountMenu {...visitor} />
    </header>
  )
}

function LoadingView({ title }: Pick<ConsoleData, "title">) {
  return (
    <div className={`stack gap-5 shrinks upper ${view.view}`} aria-busy="true">
      <header className={`wrap middle between ${view.head}`}>
        <h1>{title}</h1>
      </header>
      <noscript>
        <p className="apart">This page needs JavaScript: allow it here and load it again.</p>
      </noscript>
      <div className={`stack ${own.rows}`} aria-hidden="true">
        {[...Array(8).keys()].map((at) => (
          <div key={at} />
        ))}
      </div>
    </div>
  )
}
