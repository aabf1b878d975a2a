import { useRouter, useRouterState } from "@tanstack/react-router"
import { type ReactNode, useCallback, useState } from "react"
import { loadWhenShown } from "../../kit/loading/load-when-shown.tsx"
import { WhileLoading } from "../../kit/loading/ready.tsx"
import { here } from "../console-data.ts"
import styles from "../shell.module.css"
import { RouteIcon } from "../ui/icons.tsx"

const Beside = loadWhenShown(async () => (await import("./beside.tsx")).Beside)

/** On narrower windows a panel has no room beside the page. */
const isWide = () => matchMedia("(min-width: 64rem)").matches

/** The assistant's button, its panel beside the current page, and the toggle of the panel. */
export function useBeside(): { button: ReactNode; panel: ReactNode; toggle(): void } {
  const [isOpen, setOpen] = useState(false)
  const { history, state } = useRouter()
  const isOnPage = useRouterState({ select: ({ location }) => /^\/assistant(\/|$)/.test(location.pathname) })
  const isHere = here().workspace !== null
  const toggle = useCallback(() => {
    if (!isHere) return
    if (isOnPage) return document.querySelector<HTMLElement>(".composer textarea")?.focus()
    if (isWide()) return setOpen((isOpen) => !isOpen)
    // Kept out of the address: another person could craft a link with it.
    history.push(`${here().base}/assistant`, { about: state.location.href } as never)
  }, [isHere, isOnPage, history, state])
  const close = useCallback(() => setOpen(false), [])
  return {
    toggle,
    button: isHere && (
      <button type="button" className={styles.bell} aria-label="Assistant" title="Assistant (⌘J)" onClick={toggle}>
        <RouteIcon id="assistant" />
      </button>
    ),
    panel: isOpen && !isOnPage && (
      <WhileLoading>
        <Beside onClose={close} />
      </WhileLoading>
    ),
  }
}
