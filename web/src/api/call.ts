/** A refusal, with the service's message. */
export class Refused extends Error {
  override readonly name = "Refused"
  readonly status: number
  readonly code: string | undefined
  readonly hint: string | undefined
  /** The role that the member lacks. */
  readonly neededRole: string | undefined
  /** The first refused field of the input. */
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** Whether the service refused the call because the page is from an older release. */
  readonly isOutdated: boolean

  constructor(message: string, detail: Detail) {
    super(message)
    this.status = detail.status
    this.code = detail.code
    this.neededRole = detail.neededRole
    this.hint = detail.hint
    this.field = detail.field
    this.retryAfterSeconds = detail.retryAfterSeconds
    this.isOutdated = detail.isOutdated ?? false
  }

  /** Whether a retry may succeed: no response, a server error, or a request to wait. */
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
  isOutdated?: boolean
}

interface Post {
  body: object
  idempotencyKey?: string
  /** The CSRF token of the console. */
  formToken?: string
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Called with the response before its body is read. */
  onAnswer?: (response: Response) => void
}

const headersOfPage: Record<string, string> = {}

/** Adds headers to each later call of this page. */
export function sendWithCalls(headers: Record<string, string>): void {
  Object.assign(headersOfPage, headers)
}

/**
 * Calls the service at `path` on the page's origin: GET, or POST with a body.
 *
 * @throws Refused for every response without success; status 0 without a response.
 */
export async function callApi<Answer>(path: string, post?: Post): Promise<Answer> {
  const response = await fetch(path, post ? postOf(post) : { headers: headersOfPage }).catch(() => {
    throw new Refused("The server can’t be reached.", { status: 0, hint: "Check your connection and try again." })
  })
  post?.onAnswer?.(response)
  const body = await response.json().catch(() => undefined)
  if (response.ok) return body as Answer
  throw toRefused(response, body)
}

function postOf({ body, idempotencyKey, formToken, signal, headers }: Post): RequestInit {
  return {
    method: "POST",
    ...(signal && { signal }),
    body: JSON.stringify(body),
    headers: {
      ...headersOfPage,
      ...headers,
      "content-type": "application/json",
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      ...(formToken === undefined ? {} : { "svc-form-token": formToken }),
    },
  }
}

/** The `error` of a refusal's JSON. */
type Said = { message?: string } & Omit<Detail, "status">

function toRefused(response: Response, body: unknown): Refused {
  const { message, ...said } = (body as { error?: Said } | undefined)?.error ?? {}
  const seconds = Number(response.headers.get("retry-after"))
  return new Refused(message ?? "Something went wrong. Try again.", {
    status: response.status,
    ...said,
    ...(seconds > 0 ? { retryAfterSeconds: seconds } : {}),
  })
}
