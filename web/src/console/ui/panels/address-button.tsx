import type { ComponentProps } from "react"
import { Button } from "../../../kit/button.tsx"
import { useAddress } from "../use-address.ts"

interface Props extends Pick<ComponentProps<typeof Button>, "size" | "variant" | "aria-label"> {
  label: string
  /** The changes of the address, as `go` takes them. */
  to: Readonly<Record<string, string | undefined>>
}

export function AddressButton({ label, to, ...look }: Props) {
  const { go } = useAddress()
  return (
    <Button {...look} onClick={() => go(to)}>
      {label}
    </Button>
  )
}
