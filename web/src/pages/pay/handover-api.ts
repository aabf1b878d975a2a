/** The responses of the public API's pay-link endpoints. */
export type CheckoutResponse =
  | { clientSecret: string; sessionId: string }
  | { alreadyOwned: boolean; deliveryUrl: string }

export interface VerifyAnswer {
  paid: boolean
  pending: boolean
  fulfilled?: boolean
  deliveryUrl?: string | null
  error?: string
}

export type GiftAnswer =
  | { type: "amount"; discountCents: number; remainingCents: number }
  | { type: "full"; deliveryUrl: string }

/** The parameters of a checkout session's payment form. */
export interface PaymentForm {
  publishableKey: string
  amountCents: number
  currency: string
}

/** The result of a step in the sandbox's payment form; a declined card is a refusal (402). */
export interface SandboxAnswer {
  status: "paid" | "pending" | "failed" | "needs_authentication"
  message: string
  next: string
}

export const payPath = (offerKey: string) => `/api/pay/${encodeURIComponent(offerKey)}`
