import { View as Frame } from "../../ui/page.tsx"
import { Browsers } from "./browsers.tsx"
import { Kinds } from "./kinds.tsx"

export function View() {
  return (
    <Frame
      title="What you hear of"
      below="It holds in all of your workspaces. You never hear of what you did yourself, or may not see."
    >
      <Kinds />
      <Browsers />
    </Frame>
  )
}
