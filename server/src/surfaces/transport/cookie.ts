import type { FastifyReply } from "fastify"

/** The part of the service that cookies depend on. */
export interface Site {
  readonly addresses: { readonly base: string }
}

/** A cookie that scripts cannot read and that other sites' forms do not send. */
export interface Cookie {
  /** Its value in a `Cookie` header; undefined when it is missing or malformed. */
  read(site: Site, header: string | undefined): string | undefined
  /** Sets it in the browser for `maxAgeMs`. */
  write(site: Site, reply: FastifyReply, content: { value: string; maxAgeMs: number }): void
}

/** `framed`: only for the pages that a site frames, and separate for each of these sites. */
type Reach = "own" | "framed"

/** Uses `__Host-<name>`, which no other host can set. That needs https: plain http has neither prefix nor `Secure`. */
export function openCookie(name: string, format: RegExp, reach: Reach = "own"): Cookie {
  const nameAt = ({ addresses }: Site) => (addresses.base.startsWith("https:") ? `__Host-${name}` : name)
  return {
    read(site, header) {
      if (header === undefined) return undefined
      const start = `${nameAt(site)}=`
      const pair = header.split(";").find((part) => part.trimStart().startsWith(start))
      const value = pair?.trim().slice(start.length)
      return value !== undefined && format.test(value) ? value : undefined
    },
    write(site, reply, { value, maxAgeMs }) {
      const own = `SameSite=Lax${site.addresses.base.startsWith("https:") ? "; Secure" : ""}`
      const sent = reach === "own" ? own : "SameSite=None; Secure; Partitioned"
      const attributes = `Path=/; Max-Age=${Math.floor(maxAgeMs / 1000)}; HttpOnly; ${sent}`
      reply.header("set-cookie", `${nameAt(site)}=${value}; ${attributes}`)
    },
  }
}
