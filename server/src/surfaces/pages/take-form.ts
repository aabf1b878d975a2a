import type { FastifyReply, FastifyRequest } from "fastify"
import { ServiceError } from "#kernel/error.ts"
import { logRequestFault, toServiceError } from "../transport/error-envelope.ts"
import { checkFormToken } from "../transport/form-token.ts"
import type { HttpCall } from "../transport/http-call.ts"
import { prefersJson } from "../transport/negotiate.ts"
import { clearSession, writeSession } from "../transport/session-cookie.ts"
import { forPerson } from "./for-person.ts"
import type { Form, FormPost } from "./form.ts"
import type { Page } from "./page.ts"
import { pages } from "./pages.ts"
import { type PageParts, sendPageAgain, sendTaken } from "./send.ts"
import { writeTheme } from "./theme.ts"
import { mustSignIn, signInPath, visitOf } from "./visit.ts"

/** Performs a form's action and redirects the browser to a page. The status is 303, so that the browser uses GET. */
export async function takeForm(parts: PageParts, form: Form, call: HttpCall): Promise<FastifyReply> {
  const { request, reply } = call
  if (!form.isFromAnySite) refuseOtherSites(request, parts.app.addresses.base)
  const post = await postOf(parts, form, call)
  reply.header("cache-control", "no-store")
  const page = pages.find(({ id }) => id === form.page)
  if (mustSignIn(form.needs, post.caller)) {
    const path = page?.path === form.path ? post.path : "/account"
    return reply.code(303).header("location", signInPath(path)).send()
  }
  if (form.needs) checkFormToken(parts.app, post.fields.form_token, post)
  try {
    const taken = await form.take(post)
    if ("shows" in taken) return await sendTaken(parts, taken.shows, { ...call, visit: post })
    if (!("to" in taken)) return reply.send(taken.json)
    if (taken.json && prefersJson(request.headers.accept)) return reply.header("vary", "Accept").send(taken.json)
    return reply.code(303).header("location", taken.to).send()
  } catch (error) {
    if (!page || prefersJson(request.headers.accept)) throw error
    return showAgain(parts, { page: page as Page, post, error }, call)
  }
}

/** Shows the form's page with the refusal and the typed values. Does so after an internal error, too. */
async function showAgain(
  parts: PageParts,
  { page, post, error }: { page: Page; post: FormPost; error: unknown },
  call: HttpCall,
): Promise<FastifyReply> {
  const refusal = toServiceError(error)
  const visit = { ...post, typed: post.fields, refusal: forPerson(refusal) }
  if (refusal.status < 500) return sendPageAgain(parts, page, { ...call, visit, status: refusal.status })
  logRequestFault(parts.app.log, refusal, call.request)
  try {
    return await sendPageAgain(parts, page, { ...call, visit, status: refusal.status })
  } catch {
    throw error // the fault that failed the form also fails its page
  }
}

async function postOf(parts: PageParts, form: Form, call: HttpCall): Promise<FormPost> {
  const { request, reply } = call
  const browserProofs = parts.knownBrowser.read(request.headers.cookie)
  return {
    ...(await visitOf(parts, form.needs, call)),
    fields: (request.body ?? {}) as Record<string, string>,
    userAgent: String(request.headers["user-agent"] ?? "").slice(0, 400),
    network: parts.findNetwork(request.raw),
    browserProofs,
    keepSession({ token, browserProof }) {
      writeSession(parts.app, reply, token)
      parts.knownBrowser.write(reply, browserProofs, [browserProof])
    },
    dropSession: () => clearSession(parts.app, reply),
    keepTheme: (theme) => writeTheme(parts.app, reply, theme),
  }
}

/** Fastify's parser of form bodies. It returns the fields by name; the last value of a repeated field counts. */
export async function readForm(_request: FastifyRequest, body: string | Buffer): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(body.toString()))
}

/** Refuses forms from other sites. Without a referrer, pages' `Origin` is "null", so `Sec-Fetch-Site` decides first. */
function refuseOtherSites({ headers }: FastifyRequest, base: string): void {
  const site = headers["sec-fetch-site"]
  const { origin = "null" } = headers
  const isOurs = site === undefined ? origin === "null" || origin === new URL(base).origin : site === "same-origin"
  if (isOurs) return
  throw new ServiceError("invalid_request", "This form was sent from another site.", {
    hint: "Open the page and send it again.",
  })
}
