import type { ReactNode } from "react"
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
