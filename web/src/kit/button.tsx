import type { ComponentProps } from "react"
import styles from "./button.module.css"

interface Look {
  /** `filled` for what most people want here, `default` beside it, `subtle` for ways out, `danger` for what is final,
   * `link` within text. */
  variant?: "filled" | "default" | "subtle" | "danger" | "link"
  size?: "sm" | "md" | "lg"
  /** As wide as what it stands in. */
  isWide?: boolean
}

type ButtonProps = ComponentProps<"button"> &
  Look & {
    /** What it does is under way: it says so, and takes no second press. */
    isBusy?: boolean
  }

/** A button; in a form it sends nothing unless its `type` is "submit". */
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

/** A link that looks like a button: it leads somewhere, and changes nothing. */
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
