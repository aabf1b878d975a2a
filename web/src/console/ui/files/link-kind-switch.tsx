import { useNavigate } from "@tanstack/react-router"
import { SegmentedControl } from "../lists/segmented-control.tsx"

const linkKinds = { "share-links": "Share links", "upload-links": "Upload links" }

export function LinkKindSwitch({ now }: { now: keyof typeof linkKinds }) {
  const navigate = useNavigate()
  return (
    <SegmentedControl
      label="Drive links"
      options={linkKinds}
      now={now}
      onGo={(kind) => navigate({ to: `/drive/${kind}` })}
    />
  )
}
