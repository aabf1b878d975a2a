/** An error in Stripe's shape. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly type: string
  readonly code: string | undefined

  constructor(status: number, type: string, { message, code }: { message: string; code: string | undefined }) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
  }
}

export function refuse(status: number, type: string, message: string, code?: string): StripeRefusal {
  return new StripeRefusal(status, type, { message, code })
}

/** The refusal of parameters, as Stripe makes it for most things. */
export function invalid(message: string, code?: string): StripeRefusal {
  return refuse(400, "invalid_request_error", message, code)
}
