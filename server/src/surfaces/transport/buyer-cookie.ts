import type { FastifyReply } from "fastify"
import { openCookie } from "./cookie.ts"

const maxAgeMs = 400 * 24 * 60 * 60 * 1000
const proof = /^[\w.-]{1,200}$/

export interface ProofCookie {
  /** The proofs that a browser presented, newest first. */
  read(cookieHeader: string | undefined): readonly string[]
  /** Adds proofs to the browser's cookie, which keeps the newest ones. */
  write(reply: FastifyReply, known: readonly string[], added: readonly string[]): void
}

/** Proofs of purchases, with which their delivery links are shown again. `base` is the API's address. */
export function buyerCookie(base: string): ProofCookie {
  return proofCookie("buyer", 20, base)
}

/** The cookie of a browser that has signed in before, with up to five addresses. It does not sign them in. */
export function knownBrowserCookie(base: string): ProofCookie {
  return proofCookie("known", 5, base)
}

function proofCookie(name: string, maxProofs: number, base: string): ProofCookie {
  const cookie = openCookie(name, /./)
  const site = { addresses: { base } }
  return {
    read: (header) => {
      const value = cookie.read(site, header)
      return value === undefined
        ? []
        : value
            .split("~")
            .filter((text) => proof.test(text))
            .slice(0, maxProofs)
    },
    write(reply, known, added) {
      const kept = [...new Set([...added.toReversed(), ...known])].slice(0, maxProofs)
      cookie.write(site, reply, { value: kept.join("~"), maxAgeMs })
    },
  }
}
