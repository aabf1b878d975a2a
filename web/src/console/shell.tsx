import { Outlet, useMatchRoute, useRouterState } from "@tanstack/react-router"
import { type ReactNode, useCallback, useState } from "react"
import { createPortal } from "react-dom"
import { consoleAreas } from "../../../server/src/contract/console/areas.ts"
import type { ConsoleRoute } from "../../../server/src/contract/console/route.ts"
import { useHouse } from "../kit/house.tsx"
import { loadWhenShown } from "../kit/loading/load-when-shown.tsx"
import { Ready, WhileLoading } from "../kit/loading/ready.tsx"
import { Mark } from "../kit/mark.tsx"
import { AccountMenu } from "../kit/people/account-menu.tsx"
import { useRead } from "./ask.ts"
import { useBeside } from "./assistant/use-beside.tsx"
import { here, isDue, shownRoutes, useHere } from "./console-data.ts"
import { useConsoleEnd, useIsHeld } from "./console-end.ts"
import { Ended } from "./failed.tsx"
import { useKeys } from "./keys/use-keys.ts"
import { MayBeOld } from "./live/may-be-old.tsx"
import { Loading } from "./loading.tsx"
import { Bell } from "./notifications/bell.tsx"
import styles from "./shell.module.css"
import { RouteWords, restOnPhone, Sidebar } from "./sidebar.tsx"
import { SidebarLink } from "./sidebar-link.tsx"
import { TestMode } from "./test-mode.tsx"
import { Toasts } from "./ui/toasts.tsx"
import { UnsentDocs } from "./unsent/unsent-docs.tsx"

const KeysSheet = loadWhenShown(async () => (await import("./keys/keys-sheet.tsx")).KeysSheet)
const Palette = loadWhenShown(async () => (await import("./palette/palette.tsx")).Palette)

/** The frame of every page: the sidebar, the page, and the overlays. */
export function Shell() {
  const end = useConsoleEnd()
  const isHeld = useIsHeld()
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const onSearch = useCallback(() => setPaletteOpen((isOpen) => !isOpen), [])
  const onHelp = useCallback(() => setHelpOpen(true), [])
  const assistant = useBeside()
  useKeys({ onSearch, onHelp, onAssistant: assistant.toggle })
  return (
    <div className={styles.shell} data-beside={assistant.panel ? "" : undefined}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Bar onSearch={() => setPaletteOpen(true)} assistant={assistant.button} />
      <Places />
      <main id="main" className={styles.main}>
        {!end && <MayBeOld />}
        <UnsentDocs />
        {end && !isHeld && <Ended why={end} />}
        {(!end || isHeld) && <Loading page={<Outlet />} />}
      </main>
      {end ? null : assistant.panel}
      <Toasts />
      {isPaletteOpen && (
        <WhileLoading>
          <Palette onClose={() => setPaletteOpen(false)} onKeys={onHelp} />
        </WhileLoading>
      )}
      {isHelpOpen && (
        <WhileLoading>
          <KeysSheet onClose={() => setHelpOpen(false)} />
        </WhileLoading>
      )}
      <Ready />
    </div>
  )
}

function Bar({ onSearch, assistant }: { onSearch(): void; assistant: ReactNode }) {
  return (
    <header className={`flex middle gap-4 ${styles.bar}`}>
      <WorkspaceSwitcher />
      <TestMode />
      <button type="button" className={`flex middle between muted small framed ${styles.search}`} onClick={onSearch}>
        <span>
          Search<span> or jump to…</span>
        </span>{" "}
        <kbd>⌘K</kbd>
      </button>
      {assistant}
      <Bell />
      <Visitor />
    </header>
  )
}

/** The signed-in person. It sends no request; after a name change the profile is in the cache. */
function Visitor() {
  const { visitor } = here()
  const { data } = useRead("get-profile", {}, { enabled: false })
  return <AccountMenu {...visitor} name={data ? (data.name ?? "") : visitor.name} />
}

function WorkspaceSwitcher() {
  const { workspace, workspaces } = useHere()
  const { brandName } = useHouse()
  // Sends no request; after a name change the workspace is in the cache.
  const { data } = useRead("get-own-workspace", {}, { enabled: false })
  const nameNow = data?.name ?? workspace?.name
  const logoNow = data ? data.logoPath : workspace?.logoPath
  return (
    <details className={styles.switcher} data-menu>
      <summary className="flex middle gap-2">
        {logoNow ? <img className={styles.logo} src={logoNow} alt="" /> : <Mark />}
        <bdi className="cut">{nameNow ?? brandName}</bdi>
      </summary>
      <div className="sheet raised stack">
        {workspaces.map(({ slug, name }) => (
          <a key={slug} className={styles.way} href={`/${slug}`} aria-current={slug === workspace?.slug || undefined}>
            {slug === workspace?.slug ? nameNow : name}
          </a>
        ))}
        <a className={styles.way} href="/workspaces/new">
          New workspace
        </a>
      </div>
    </details>
  )
}

function Places() {
  useHere()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const routes = shownRoutes().filter((route) => isDue(route) || path.endsWith(route.path))
  const rest = restOnPhone(routes)
  return (
    <Sidebar
      label={consoleAreas[here().area].title}
      routes={routes}
      rest={rest}
      more={rest.length > 0 && <MoreButton routes={rest} />}
      drawLink={(route, look) => <SidebarLink key={route.id} route={route} look={look} />}
    />
  )
}

const MoreSheet = loadWhenShown(async () => (await import("./more-sheet.tsx")).MoreSheet)

/** Opens the pages for which a phone's bar has no room. It is marked while one of them is open. */
function MoreButton({ routes }: { routes: readonly ConsoleRoute[] }) {
  const [isOpen, setOpen] = useState(false)
  const matches = useMatchRoute()
  const isCurrent = routes.some(({ path }) => matches({ to: path as never, fuzzy: path !== "/settings" }))
  return (
    <>
      <button
        type="button"
        className={`${styles.way} ${styles.more}`}
        aria-haspopup="dialog"
        aria-current={isCurrent || undefined}
        onClick={() => setOpen(true)}
      >
        <RouteWords id="more" title="More" />
      </button>
      {isOpen &&
        // A portal keeps the bar's styles and its navigation landmark off the sheet.
        createPortal(
          <WhileLoading>
            <MoreSheet routes={routes} onClose={() => setOpen(false)} />
          </WhileLoading>,
          document.body,
        )}
    </>
  )
}
