import type { FastifyReply, FastifyRequest } from "fastify"
import { dayMs } from "#kernel/time/units.ts"
import { type Cookie, openCookie } from "./cookie.ts"

const longestMs = 400 * dayMs
const proofs = /./
const proof = /^[\w.-]{1,200}$/

export interface ProofCookie {
  /** The proofs that a browser presented, newest first. */
  read(cookieHeader: string | undefined): readonly string[]
  /** Adds proofs to the browser's cookie, which keeps the newest ones. */
  write(reply: FastifyReply, known: readonly string[], added: readonly string[]): void
}

/** Proofs of purchases, with which their delivery links are shown again. `base` is the API's address. */
export function buyerCookie(base: string): ProofCookie {
  return proofCookie(openCookie("buyer", proofs), 20, { base })
}

/** The same for a checkout that another site frames. The browser keeps it apart for each of these sites. */
export function framedBuyerCookie(base: string): ProofCookie {
  return proofCookie(openCookie("framed_buyer", proofs, "framed"), 20, { base })
}

/**
 * Whether the checkout in another site's frame sent this request. Browsers send such a request the cookies of a
 * signed-in person where both sites have one domain, so they are ignored. Pages of other origins cannot send the header.
 */
export function isFramed({ headers }: Pick<FastifyRequest, "headers">): boolean {
  return headers["svc-frame"] === "1"
}

/** The cookie of a browser that has signed in before, with up to five addresses. It does not sign them in. */
export function knownBrowserCookie(base: string): ProofCookie {
  return proofCookie(openCookie("known", proofs), 5, { base })
}

/** Proofs that a browser began downloads of bought files, with which it continues them for a day. */
export function begunDownloadsCookie(base: string): ProofCookie {
  return proofCookie(openCookie("begun", proofs), 10, { base, maxAgeMs: dayMs })
}

function proofCookie(
  cookie: Cookie,
  maxProofs: number,
  { base, maxAgeMs = longestMs }: { base: string; maxAgeMs?: number },
): ProofCookie {
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
      const latest = [...new Set([...added.toReversed(), ...known])].slice(0, maxProofs)
      cookie.write(site, reply, { value: latest.join("~"), maxAgeMs })
    },
  }
}
