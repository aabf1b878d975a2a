import { useNavigate } from "@tanstack/react-router"
import { Ways } from "../ui/ways.tsx"

const ways = { "share-links": "Share links", "upload-links": "Upload links" }

/** Leads from the drive's one kind of links to the other. */
export function LinkWays({ now }: { now: keyof typeof ways }) {
  const navigate = useNavigate()
  return <Ways label="Links of the drive" ways={ways} now={now} onGo={(way) => navigate({ to: `/drive/${way}` })} />
}
