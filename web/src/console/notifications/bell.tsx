import { useState } from "react"
import { createPortal } from "react-dom"
import { loadWhenShown } from "../../kit/loading/load-when-shown.tsx"
import { WhileLoading } from "../../kit/loading/ready.tsx"
import { useRead } from "../ask.ts"
import styles from "../shell.module.css"
import { RouteIcon } from "../ui/icons.tsx"

const Latest = loadWhenShown(async () => (await import("./latest.tsx")).Latest)

/** The number of unread notifications; a click opens the latest ones. */
export function Bell() {
  const [isOpen, setOpen] = useState(false)
  const unread = useRead("count-notifications", {}).data?.unread ?? 0
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
        // A portal keeps the panel out of the bar: its header is the page's only banner landmark.
        createPortal(
          <WhileLoading>
            <Latest onClose={() => setOpen(false)} />
          </WhileLoading>,
          document.body,
        )}
    </>
  )
}
