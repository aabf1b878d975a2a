import { perform } from "#access/perform.ts"
import { stopMails } from "#domains/notifications/index.ts"
import type { Form } from "../form.ts"

export const unsubscribePath = ({ token = "" }: Readonly<Record<string, string>>) =>
  `/unsubscribe/${encodeURIComponent(token)}`

/** RFC 8058 §3.1: "The mail sender MUST NOT return an HTTPS redirect"; only a browser is redirected to the page. */
export const unsubscribeForms: readonly Form[] = [
  {
    path: "/unsubscribe/:token",
    isFromAnySite: true,
    take: async ({ app, caller, fields, params }) => {
      await perform({ app, caller }, stopMails, { token: params.token })
      return fields["List-Unsubscribe"]?.trim() === "One-Click" ? { json: {} } : { to: unsubscribePath(params) }
    },
  },
]

/** Fastify's parser of other content types: RFC 8058 section 3.2 allows multipart, and some mail programs name none. */
export async function readOneClick(_request: unknown, body: string | Buffer): Promise<Record<string, string>> {
  const isOneClick = /\bList-Unsubscribe(=|"?\s+)One-Click\b/.test(body.toString())
  return isOneClick ? { "List-Unsubscribe": "One-Click" } : {}
}
