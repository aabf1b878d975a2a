export { enqueueProcessorAccountPolls } from "./enqueue-processor-account-polls.ts"
export { mailPaymentAccount } from "./mail-payment-account.ts"
export { pollProcessorAccount } from "./poll-processor-account.ts"
export { endListings } from "./unfinished-sale-store.ts"
