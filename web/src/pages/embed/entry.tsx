import { sendWithCalls } from "../../api/call.ts"
import { hydrateIsland } from "../../hydrate.tsx"
import { Island } from "../pay/island.tsx"
import { talkToSite } from "./talk-to-site.ts"

// The server answers with a cookie that browsers keep in a frame, and ignores who is signed in.
sendWithCalls({ "svc-frame": "1" })
talkToSite()
hydrateIsland(Island)
