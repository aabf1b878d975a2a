import { loadStyle } from "../ui/late-style.ts"
import address from "./assistant.css?url"

/** Loads the assistant's styles with its first page. */
export const styleIsHere = loadStyle(address)
