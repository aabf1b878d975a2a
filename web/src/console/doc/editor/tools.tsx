import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react"
import styles from "./editor.module.css"
import { Glyph } from "./glyph.tsx"

interface ToolsProps {
  label: string
  onEscape(): void
  children: ReactNode
}

/** A toolbar with one tab stop: the button that had the focus last. */
export function Tools({ label, onEscape, children }: ToolsProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const buttons = buttonsIn(row.current)
    if (buttons[0] && !buttons.some(({ tabIndex }) => tabIndex === 0)) buttons[0].tabIndex = 0
  })
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") return onEscape()
    const buttons = buttonsIn(row.current)
    const to = placeFor(event.key, buttons.indexOf(event.target as HTMLButtonElement), buttons.length)
    if (to === undefined) return
    event.preventDefault()
    buttons[to]?.focus()
  }
  return (
    <div
      ref={row}
      role="toolbar"
      aria-label={label}
      className={styles.tools}
      onKeyDown={press}
      onFocus={({ currentTarget, target }) => {
        const focused: Element = target
        for (const button of buttonsIn(currentTarget)) button.tabIndex = button === focused ? 0 : -1
      }}
    >
      {children}
    </div>
  )
}

const buttonsIn = (row: HTMLElement | null) =>
  [...(row?.querySelectorAll("button") ?? [])].filter((one) => !one.disabled)

function placeFor(key: string, at: number, count: number): number | undefined {
  if (key === "ArrowRight") return (at + 1) % count
  if (key === "ArrowLeft") return (at - 1 + count) % count
  if (key === "Home") return 0
  return key === "End" ? count - 1 : undefined
}

export function ToolGroup({ children }: { children: ReactNode }) {
  return <span className={styles.group}>{children}</span>
}

interface ToolProps {
  name: string
  icon?: string
  keys?: string | undefined
  /** Undefined for a button that is no toggle. */
  isPressed?: boolean | undefined
  look?: string
  isDisabled?: boolean
  onPress(): void
}

/** The accessible name includes the visible letters, for voice control. */
const nameOf = (name: string, icon: string) => (icon.length < 3 ? `${icon}, ${name}` : name)

const isApple = /Mac|iP(hone|ad)/.test(navigator.platform)

/** A toolbar button. A click keeps the focus, and so a phone's keyboard, in the text. */
export function ToolButton({ name, icon, keys, isPressed, look, isDisabled, onPress }: ToolProps) {
  const shown = keys?.replace("Mod+", isApple ? "⌘" : "Ctrl+")
  return (
    <button
      type="button"
      aria-label={icon === undefined ? undefined : nameOf(name, icon)}
      title={icon === undefined ? undefined : `${name}${shown ? ` (${shown})` : ""}`}
      aria-pressed={isPressed}
      data-look={look}
      disabled={isDisabled}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {icon === undefined ? name : <Glyph of={icon} />}
    </button>
  )
}
