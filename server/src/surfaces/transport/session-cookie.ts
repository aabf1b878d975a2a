import type { IncomingMessage } from "node:http"
import type { FastifyReply, FastifyRequest } from "fastify"
import { anonymous, type Caller } from "#access/context.ts"
import { type App, systemContext } from "#access/perform.ts"
import { findPersonOfSession, sessionLifetimeMs } from "#domains/accounts/index.ts"
import { newSecret } from "#kernel/secret.ts"
import { dayMs } from "#kernel/time/units.ts"
import { openCookie } from "./cookie.ts"

const session = openCookie("session", /^session_[\w-]{43}$/)
const browser = openCookie("browser", /^browser_[\w-]{43}$/)

/** Takes one query, and none without a cookie. An ended session is anonymous from the next request on. */
export async function callerOf(app: App, request: Pick<IncomingMessage, "headers">): Promise<Caller> {
  const { cookie } = request.headers
  if (cookie === undefined) return anonymous
  const token = session.read(app, cookie)
  if (token === undefined) return anonymous
  const found = await findPersonOfSession(systemContext(app), token)
  return found ? { kind: "person", ...found } : anonymous
}

export function writeSession(app: App, reply: FastifyReply, token: string): void {
  session.write(app, reply, { value: token, maxAgeMs: sessionLifetimeMs })
}

export function clearSession(app: App, reply: FastifyReply): void {
  session.write(app, reply, { value: "", maxAgeMs: 0 })
}

/** The secret that identifies a browser before sign-in; undefined without one. */
export function browserOf(app: App, request: FastifyRequest): string | undefined {
  return browser.read(app, request.headers.cookie)
}

/** The secret that identifies a browser. Sets a new one in a browser without one. */
export function giveBrowser(app: App, request: FastifyRequest, reply: FastifyReply): string {
  const known = browserOf(app, request)
  if (known !== undefined) return known
  const secret = newSecret("browser")
  browser.write(app, reply, { value: secret, maxAgeMs: dayMs })
  return secret
}
