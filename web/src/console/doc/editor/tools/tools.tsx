import { type ReactNode, useEffect, useRef } from "react"
import { partsOfKey } from "../../../keys/parts-of-key.ts"
import { moveFocus } from "../../../ui/move-focus.ts"
import { Glyph } from "./glyph.tsx"

interface ToolsProps {
  label: string
  keys?: string
  className?: string | undefined
  children: ReactNode
}

/** A toolbar with one tab stop: the button that had the focus last. */
export function Tools({ label, keys, className = "doc-tools", children }: ToolsProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const buttons = buttonsIn(row.current)
    if (buttons[0] && !buttons.some(({ tabIndex }) => tabIndex === 0)) buttons[0].tabIndex = 0
  })
  return (
    <div
      ref={row}
      role="toolbar"
      aria-label={label}
      aria-keyshortcuts={keys}
      className={className}
      onKeyDown={(event) =>
        moveFocus(event, { among: buttonsIn(row.current), next: "ArrowRight", previous: "ArrowLeft" })
      }
      onFocus={({ currentTarget, target }) => {
        const focused: Element = target
        for (const button of buttonsIn(currentTarget)) button.tabIndex = button === focused ? 0 : -1
      }}
    >
      {children}
    </div>
  )
}

const buttonsIn = (row: HTMLElement | null) => [
  ...(row?.querySelectorAll<HTMLElement>("button:enabled:not([role])") ?? []),
]

export function ToolGroup({ children }: { children: ReactNode }) {
  return <span className="doc-group">{children}</span>
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

/** A toolbar button. A click keeps the focus, and so a phone's keyboard, in the text. */
export function ToolButton({ name, icon, keys, isPressed, look, isDisabled, onPress }: ToolProps) {
  const shown = keys && partsOfKey(keys).join("+")
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
