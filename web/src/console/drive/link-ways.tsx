import { useNavigate } from "@tanstack/react-router"
import { Ways } from "../ui/ways.tsx"

const ways = { "share-links": "Share links", "upload-links": "Upload links" }

/** Switches between share links and upload links. */
export function LinkWays({ now }: { now: keyof typeof ways }) {
  const navigate = useNavigate()
  return <Ways label="Links of the drive" ways={ways} now={now} onGo={(way) => navigate({ to: `/drive/${way}` })} />
}
