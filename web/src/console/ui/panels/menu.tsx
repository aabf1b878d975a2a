import { Fragment, type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react"
import styles from "../../../kit/people/account-menu.module.css"
import { moveFocus } from "../move-focus.ts"

export interface MenuItem {
  name: string
  /** Undefined for an item that is no toggle. */
  isChecked?: boolean
  onPress(): void
}

interface Props {
  label: string
  /** The items, in groups that a line separates. */
  groups: readonly (readonly MenuItem[])[]
  side?: "start" | "end"
  className: string | undefined
  children: ReactNode
}

/** A button that opens a menu below it, or above it if there is no room. The focus returns to the button before an item runs. */
export function Menu({ label, groups, side = "end", className, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = () => {
    button.current?.focus()
    setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears of a focus that leaves the menu.
    <div
      className={styles.menu}
      // A browser that does not focus a clicked button would close the menu.
      onMouseDown={(event) => event.preventDefault()}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
      onKeyDown={(event) => isOpen && press(event, close)}
    >
      <button
        ref={button}
        type="button"
        className={className}
        {...{ "aria-label": label, title: label }}
        {...{ "aria-haspopup": "menu", "aria-expanded": isOpen, "aria-controls": isOpen ? id : undefined }}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        {children}
      </button>
      {isOpen && <Items id={id} label={label} groups={groups} side={side} onClose={close} />}
    </div>
  )
}

interface ItemsProps extends Pick<Props, "label" | "groups" | "side"> {
  id: string
  onClose(): void
}

function Items({ id, label, groups, side, onClose }: ItemsProps) {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!menu.current) return
    const { top, bottom, height } = menu.current.getBoundingClientRect()
    menu.current.toggleAttribute("data-up", bottom > innerHeight && top > height)
    itemsIn(menu.current)[0]?.focus()
  }, [])
  return (
    <div ref={menu} id={id} role="menu" aria-label={label} className={`sheet raised ${styles.sheet}`} data-side={side}>
      {groups.map((items, at) => (
        <Fragment key={items[0]?.name}>
          {at > 0 && <hr />}
          {items.map((item) => (
            <Item key={item.name} {...item} onClose={onClose} />
          ))}
        </Fragment>
      ))}
    </div>
  )
}

function Item({ name, isChecked, onPress, onClose }: MenuItem & { onClose(): void }) {
  const press = () => {
    onClose()
    onPress()
  }
  const role = isChecked === undefined ? { role: "menuitem" } : { role: "menuitemcheckbox", "aria-checked": isChecked }
  return (
    <button type="button" {...role} tabIndex={-1} onClick={press}>
      {name}
      {isChecked && <span aria-hidden="true"> ✓</span>}
    </button>
  )
}

const itemsIn = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>("[role^=menuitem]")]

function press(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  // A toolbar around the menu has the same keys.
  event.stopPropagation()
  if (event.key === "Escape") close()
  moveFocus(event, { among: itemsIn(event.currentTarget), next: "ArrowDown", previous: "ArrowUp" })
}
