import type { FastifyReply } from "fastify"

const maxAgeSeconds = 400 * 24 * 60 * 60
const proof = /^[\w.-]{1,200}$/

/** A cookie of proofs: how it is named and sent at an address; a browser keeps `__Host-` cookies only over https. */
export interface ProofCookie {
  /** The proofs that a browser presented, newest first. */
  read(cookieHeader: string | undefined): readonly string[]
  /** Adds proofs to those that the browser has; the newest are kept. */
  write(reply: FastifyReply, known: readonly string[], added: readonly string[]): void
}

/**
 * The cookie that remembers what this browser has bought: proofs of purchases, so that their delivery links can be
 * shown again. Scripts cannot read it and other sites' forms do not carry it.
 *
 * @param baseUrl the address of the API; plain http on the own machine goes without `__Host-` and `Secure`.
 */
export function buyerCookie(baseUrl: string): ProofCookie {
  return proofCookie("buyer", 20, baseUrl)
}

/** The cookie of a browser that has signed in before, with up to five addresses. It signs nobody in. */
export function knownBrowserCookie(baseUrl: string): ProofCookie {
  return proofCookie("known", 5, baseUrl)
}

function proofCookie(plainName: string, maxProofs: number, baseUrl: string): ProofCookie {
  const isSecure = baseUrl.startsWith("https://")
  const name = isSecure ? `__Host-${plainName}` : plainName
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`
  return {
    read: (header) => (header === undefined ? [] : readProofs(header, name).slice(0, maxProofs)),
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
  return value.split("~").filter((text) => proof.test(text))
}
