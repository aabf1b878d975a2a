import type { ComponentProps } from "react"
import styles from "./button.module.css"

interface Look {
  /** `filled` for the main action, `default` for others, `subtle` for minor ones, `danger` for irreversible ones,
   * `link` within text. */
  variant?: "filled" | "default" | "subtle" | "danger" | "link"
  size?: "sm" | "md" | "lg"
  /** As wide as its container. */
  isWide?: boolean
}

type ButtonProps = ComponentProps<"button"> &
  Look & {
    /** The action is pending: the button is disabled and shows it. */
    isBusy?: boolean
  }

/** A button. It submits a form only with the `type` "submit". */
export function Button({ variant, size, isWide, isBusy = false, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      {...lookOf({ variant, size, isWide })}
      type={type}
      disabled={rest.disabled || isBusy}
      aria-busy={isBusy || undefined}
    />
  )
}

/** A link that looks like a button; it only navigates. */
export function ButtonLink({ variant, size, isWide, children, ...rest }: ComponentProps<"a"> & Look) {
  return (
    <a {...rest} {...lookOf({ variant, size, isWide })}>
      {children}
    </a>
  )
}

type Optional<Shape> = { [Key in keyof Shape]?: Shape[Key] | undefined }

function lookOf({ variant = "filled", size = "md", isWide = false }: Optional<Look>) {
  return { className: styles.button, "data-variant": variant, "data-size": size, "data-wide": isWide || undefined }
}
