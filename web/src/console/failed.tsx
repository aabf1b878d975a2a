import type { ErrorComponentProps } from "@tanstack/react-router"
import { Refused } from "../api/call.ts"
import { Button, ButtonLink } from "../kit/button.tsx"
import { Empty } from "./ui/page.tsx"

/** Stands where a page should be that could not be loaded: why, and what to do. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const isGone = error instanceof Refused && [401, 403].includes(error.status)
  if (isGone) {
    return (
      <Empty title={error.message} action={<ButtonLink href="/account">Your workspaces</ButtonLink>}>
        {error.hint}
      </Empty>
    )
  }
  const isRefusal = error instanceof Refused
  const hint = isRefusal ? error.hint : "Nothing that you did before is lost."
  return (
    <Empty
      title={isRefusal ? error.message : "This page could not be shown."}
      action={<Button onClick={reset}>Try again</Button>}
    >
      {hint}
    </Empty>
  )
}

/** Stands where an address leads nowhere. */
export function NotHere() {
  return <Empty title="There is nothing here">Check the address, or choose a page at the side.</Empty>
}
