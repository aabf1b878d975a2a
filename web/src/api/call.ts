/** A refusal of the service, in its own words. */
export class Refused extends Error {
  override readonly name = "Refused"
  readonly status: number
  readonly code: string | undefined
  readonly hint: string | undefined
  /** The role that would do, for a member whose own does not. */
  readonly neededRole: string | undefined
  /** The field of what was sent that was refused first. */
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, detail: Detail) {
    super(message)
    this.status = detail.status
    this.code = detail.code
    this.neededRole = detail.neededRole
    this.hint = detail.hint
    this.field = detail.field
    this.retryAfterSeconds = detail.retryAfterSeconds
  }

  /** Whether the same request may succeed later: it never arrived, failed on the other side, or was told to wait. */
  get isPassing(): boolean {
    return this.status === 0 || this.status >= 500 || this.retryAfterSeconds !== undefined
  }
}

interface Detail {
  status: number
  code?: string
  neededRole?: string
  hint?: string
  field?: string
  retryAfterSeconds?: number
}

interface Post {
  body: object
  idempotencyKey?: string
  /** Shows a change to be the console's own. */
  formToken?: string
  /** Told of the answer before its body is there. */
  onAnswer?: (response: Response) => void
}

/**
 * Calls the service at `path` on the page's own origin: GET, or POST when there is something to post.
 *
 * @throws Refused for every answer that is not a success; status 0 when there was none.
 */
export async function callApi<Answer>(path: string, post?: Post): Promise<Answer> {
  const response = await fetch(path, post ? postOf(post) : {}).catch(() => {
    throw new Refused("The service cannot be reached.", { status: 0, hint: "Check your connection and try again." })
  })
  post?.onAnswer?.(response)
  const body = await response.json().catch(() => undefined)
  if (response.ok) return body as Answer
  throw toRefused(response, body)
}

function postOf({ body, idempotencyKey, formToken }: Post): RequestInit {
  return {
    method: "POST",
    body: JSON.stringify(body),
    headers: {
      "content-type": "application/json",
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      ...(formToken === undefined ? {} : { "svc-form-token": formToken }),
    },
  }
}

/** What the envelope of a refusal says. */
type Said = { message?: string } & Omit<Detail, "status">

function toRefused(response: Response, body: unknown): Refused {
  const { message, ...said } = (body as { error?: Said } | undefined)?.error ?? {}
  const seconds = Number(response.headers.get("retry-after"))
  return new Refused(message ?? "The service did not answer as it should.", {
    status: response.status,
    ...said,
    ...(seconds > 0 ? { retryAfterSeconds: seconds } : {}),
  })
}
