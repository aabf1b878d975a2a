export { enqueueAccountLooks } from "./enqueue-account-looks.ts"
export { lookAtAccount } from "./look-at-account.ts"
export { mailPaymentAccount } from "./mail-payment-account.ts"
export { endListings } from "./unfinished-sale-store.ts"
