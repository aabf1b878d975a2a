/** An error in Stripe's form. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly type: string
  readonly code: string | undefined
  readonly param: string | undefined

  constructor(
    status: number,
    type: string,
    { message, code, param }: { message: string; code?: string | undefined; param?: string | undefined },
  ) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
    this.param = param
  }
}

/** The refusal of parameters, in Stripe's usual form. */
export function invalid(message: string, code?: string, param?: string): StripeRefusal {
  return new StripeRefusal(400, "invalid_request_error", { message, code, param })
}

/** The refusal of an id that is unknown, or another account's. */
export function missing(message: string, param: string): StripeRefusal {
  return new StripeRefusal(404, "invalid_request_error", { message, code: "resource_missing", param })
}
