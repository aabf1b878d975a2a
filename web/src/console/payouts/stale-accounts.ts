import type { ReadName } from "../ask.ts"

/** What is not true any more once a payment account or its webhook was changed. */
export const staleAccounts: readonly ReadName[] = ["list-payment-accounts", "get-selling"]
