import type { ReadName } from "../calls.ts"

/** The reads to invalidate after a change of a payment account or its webhook. */
export const staleAccounts: readonly ReadName[] = ["list-payment-accounts", "get-selling"]
