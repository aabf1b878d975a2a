import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense, useState } from "react"
import { createPortal } from "react-dom"
import { readOf } from "../ask.ts"
import styles from "../shell.module.css"
import { RouteIcon } from "../ui/icons.tsx"

const Latest = lazy(async () => ({ default: (await import("./latest.tsx")).Latest }))

/** How many things nobody has read yet, and the way to them: on every page, in its bar. */
export function Bell() {
  const [isOpen, setOpen] = useState(false)
  const unread = useQuery(readOf("count-notifications", {})).data?.unread ?? 0
  const shown = unread >= 100 ? "99+" : String(unread)
  return (
    <>
      <button
        type="button"
        className={styles.bell}
        aria-label={unread === 0 ? "Notifications" : `Notifications, ${shown} unread`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <RouteIcon id="account/notifications" />
        {unread > 0 && <span aria-hidden="true">{shown}</span>}
      </button>
      {isOpen &&
        // Not in the bar: a sheet has a head of its own, and there is one banner.
        createPortal(
          <Suspense fallback={null}>
            <Latest onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  )
}
