import type { FastifyReply } from "fastify"
import { invalidInput } from "#kernel/error.ts"
import { yearMs } from "#kernel/time/units.ts"
import { openCookie, type Site } from "../transport/cookie.ts"

const cookie = openCookie("theme", /^(?:light|dark)$/)

/** The colour scheme that the visitor chose in this browser; "system" without a choice. */
export function themeOf(site: Site, header: string | undefined) {
  return (cookie.read(site, header) ?? "system") as "light" | "dark" | "system"
}

/** Keeps a choice in the browser. Safari would delete a cookie that a script sets after seven days. */
export function writeTheme(site: Site, reply: FastifyReply, theme: string | undefined): void {
  if (theme !== "light" && theme !== "dark" && theme !== "system")
    throw invalidInput("The theme must be light, dark or system.", undefined, "theme")
  cookie.write(site, reply, theme === "system" ? { value: "", maxAgeMs: 0 } : { value: theme, maxAgeMs: yearMs })
}
