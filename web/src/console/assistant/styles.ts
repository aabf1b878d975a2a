import { loadStyle } from "../ui/late-style.ts"
import address from "./assistant.css?url"

/** What the assistant looks like; it comes with its first page. */
export const styleIsHere = loadStyle(address)
