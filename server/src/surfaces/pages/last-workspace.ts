import type { FastifyReply } from "fastify"
import { yearMs } from "#kernel/time/units.ts"
import { openCookie, type Site } from "../transport/cookie.ts"

/** The slug of the workspace that a browser last opened. It only selects a redirect, and grants no rights. */
const cookie = openCookie("workspace", /^[a-z0-9-]{3,32}$/)

export const lastWorkspace = {
  read: cookie.read,
  write(site: Site, reply: FastifyReply, slug: string): void {
    cookie.write(site, reply, { value: slug, maxAgeMs: yearMs })
  },
}
