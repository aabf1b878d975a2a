import type { FastifyReply } from "fastify"

/** Where a cookie is for: the part of an app that knows our addresses. */
interface Site {
  readonly addresses: { readonly base: string }
}

/** A cookie that scripts cannot read and other sites' forms do not carry. */
export interface Cookie {
  /** Its value in a `Cookie` header; undefined when it is missing or not well formed. */
  read(site: Site, header: string | undefined): string | undefined
  /** Hands it to the browser, without a time at which it expires. */
  write(site: Site, reply: FastifyReply, kept: { value: string; maxAgeMs: number }): void
}

/**
 * Declares a cookie. It is named `__Host-<name>`, which no other host can set; a browser keeps such only over https, so
 * plain http on the own machine goes without the prefix and `Secure`.
 */
export function openCookie(name: string, format: RegExp): Cookie {
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
      const secure = site.addresses.base.startsWith("https:") ? "; Secure" : ""
      const attributes = `Path=/; Max-Age=${Math.floor(maxAgeMs / 1000)}; HttpOnly; SameSite=Lax${secure}`
      reply.header("set-cookie", `${nameAt(site)}=${value}; ${attributes}`)
    },
  }
}
