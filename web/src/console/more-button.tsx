import { useMatchRoute } from "@tanstack/react-router"
import { useState } from "react"
import { createPortal } from "react-dom"
import type { ConsoleRoute } from "../../../server/src/contract/console/route.ts"
import { loadWhenShown } from "../kit/loading/load-when-shown.tsx"
import { WhileLoading } from "../kit/loading/ready.tsx"
import styles from "./shell.module.css"
import { RouteWords } from "./sidebar.tsx"

const MoreSheet = loadWhenShown(async () => (await import("./more-sheet.tsx")).MoreSheet)

/** Opens the pages for which a phone's bar has no room. It is marked while one of them is open. */
export function MoreButton({ routes }: { routes: readonly ConsoleRoute[] }) {
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
