/** The domain of the payment form at a processor account, and the wallets that the form may offer there. */
export interface PaymentDomain {
  /** False when the account's owner has switched the domain off. */
  isEnabled: boolean
  applePay: boolean
  googlePay: boolean
  link: boolean
}

/** Why a domain cannot be registered: the key may not do it, or the processor does not take the domain. */
export type PaymentDomainRefusal = "right-missing" | "not-accepted"
