import type { FastifyReply } from "fastify"

const maxProofs = 20
const maxAgeSeconds = 400 * 24 * 60 * 60
const proof = /^[\w.-]{1,200}$/

/** How the buyer cookie is named and sent at an address; a browser keeps `__Host-` cookies only over https. */
export interface BuyerCookie {
  /** The proofs that a browser presented, newest first. */
  read(cookieHeader: string | undefined): readonly string[]
  /** Adds proofs to those that the browser has; the newest 20 are kept. */
  write(reply: FastifyReply, known: readonly string[], added: readonly string[]): void
}

/**
 * The cookie that remembers what this browser has bought: proofs of purchases, so that their delivery links can be
 * shown again. Scripts cannot read it and other sites' forms do not carry it.
 *
 * @param baseUrl the address of the API; plain http on the own machine goes without `__Host-` and `Secure`.
 */
export function buyerCookie(baseUrl: string): BuyerCookie {
  const isSecure = baseUrl.startsWith("https://")
  const name = isSecure ? "__Host-buyer" : "buyer"
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`
  return {
    read: (header) => (header === undefined ? [] : readProofs(header, name)),
    write(reply, known, added) {
      const kept = [...new Set([...added.toReversed(), ...known])].slice(0, maxProofs)
      reply.header("set-cookie", `${name}=${kept.join("~")}; ${attributes}`)
    },
  }
}

function readProofs(header: string, name: string): string[] {
  const pair = header.split(";").find((part) => part.trimStart().startsWith(`${name}=`))
  if (!pair) return []
  const value = pair.slice(pair.indexOf("=") + 1).trim()
  return value
    .split("~")
    .filter((text) => proof.test(text))
    .slice(0, maxProofs)
}
