import { View as Frame } from "../../ui/page.tsx"
import { AddressState } from "./address-state.tsx"
import { Browsers } from "./browsers.tsx"
import { Kinds } from "./kinds.tsx"

export function View() {
  return (
    <Frame title="Notification settings" below="Applies to all of your workspaces.">
      <AddressState />
      <Kinds />
      <Browsers />
    </Frame>
  )
}
