import type { ComponentProps, ReactNode } from "react"
import { Button } from "../../../kit/button.tsx"
import { useAddress } from "../use-address.ts"
import { SidePanel } from "./panel.tsx"

interface Props {
  /** The name in the address that opens it, as `by=1`, or with another value. */
  by: string
  is?: string
  title: string
  /** Other names in the address that belong to the panel. */
  with?: readonly string[]
  children(close: () => void): ReactNode
}

export function AddressPanel({ by, is = "1", title, with: others = [], children }: Props) {
  const { search, go } = useAddress()
  const close = () => go(Object.fromEntries([by, ...others].map((name) => [name, undefined])))
  return (
    search[by] === is && (
      <SidePanel title={title} onClose={close}>
        {children(close)}
      </SidePanel>
    )
  )
}

interface AddressButtonProps extends Pick<ComponentProps<typeof Button>, "size" | "variant" | "aria-label"> {
  label: string
  /** The changes of the address, as `go` takes them. */
  to: Readonly<Record<string, string | undefined>>
}

export function AddressButton({ label, to, ...look }: AddressButtonProps) {
  const { go } = useAddress()
  return (
    <Button {...look} onClick={() => go(to)}>
      {label}
    </Button>
  )
}
