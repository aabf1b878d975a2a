export { enqueueProcessorAccountLooks } from "./enqueue-processor-account-looks.ts"
export { lookAtProcessorAccount } from "./look-at-processor-account.ts"
export { mailPaymentAccount } from "./mail-payment-account.ts"
export { endListings } from "./unfinished-sale-store.ts"
