import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { type RequestOptions, request } from "node:https"
import type { TLSSocket } from "node:tls"
import { readPage } from "../pages/read-page.ts"

/** A proxy on this machine, and the root of its certificates. */
export interface Edge {
  readonly port: number
  readonly ca: string
}

export interface EdgeAnswer {
  readonly status: number
  readonly headers: IncomingMessage["headers"]
  readonly text: string
  /** The names of the certificate, such as `DNS:go.example.com`. */
  readonly names: string
}

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** The parts of a connection to a host behind the edge. */
export const tlsFor = ({ ca }: Edge, hostname: string) => ({ ca, servername: hostname })

/** Sends a request for a URL to the edge on a new connection. Rejects when the edge refuses the handshake. */
export function fetchAt(
  edge: Edge,
  url: string,
  { method = "GET", headers = {}, body }: Sent = {},
): Promise<EdgeAnswer> {
  const { hostname, host, pathname, search } = new URL(url)
  const at = { host: "127.0.0.1", port: edge.port, path: `${pathname}${search}`, agent: false } as const
  const options: RequestOptions = { ...at, method, headers: { host, ...headers }, ...tlsFor(edge, hostname) }
  return new Promise((resolve, reject) => {
    request(options, async (response) => {
      const names = (response.socket as TLSSocket).getPeerCertificate().subjectaltname ?? ""
      const text = (await response.toArray()).join("")
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text, names })
    })
      .on("error", reject)
      .end(body)
  })
}

/** Calls an action of the console as its page does. Returns the answer; throws its refusal. */
export async function changeAt(
  edge: Edge,
  { base, cookie }: { base: string; cookie: string },
  { action, input }: { action: string; input: object },
) {
  const own = { cookie, origin: base, "sec-fetch-site": "same-origin" }
  const page = readPage((await fetchAt(edge, `${base}/account`, { headers: { ...own, accept: "text/html" } })).text)
  const token = page.header.form("Sign out").fields.form_token ?? ""
  const change = { "content-type": "application/json", "idempotency-key": randomUUID(), "svc-form-token": token }
  const url = `${base}/console/${action}?workspace=studio`
  const sent = { method: "POST", headers: { ...own, ...change }, body: JSON.stringify(input) }
  const { status, text } = await fetchAt(edge, url, sent)
  if (status !== 200) throw new Error(`${action} was refused with ${status}: ${text}`)
  return JSON.parse(text)
}
