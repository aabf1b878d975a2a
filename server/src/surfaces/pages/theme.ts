import { openCookie } from "../transport/cookie.ts"

/** A script of the pages sets it: `web/src/enhance/theme.ts`. */
const cookie = openCookie("theme", /^(?:light|dark)$/)

/** The colour scheme that the visitor chose in this browser; "system" without a choice. */
export function themeOf(site: Parameters<typeof cookie.read>[0], header: string | undefined) {
  return (cookie.read(site, header) ?? "system") as "light" | "dark" | "system"
}
