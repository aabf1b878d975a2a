export {
  checkoutSessionListings,
  eventListings,
  findReferences,
  type ListingRow,
  type Listings,
  startEventListings,
} from "./checkout-session-listing-store.ts"
export { hookBase } from "./hook-base.ts"
export { keepPaymentDomain } from "./keep-payment-domain.ts"
export { keepHook } from "./make-hook.ts"
export { noteProcessorAccountFault } from "./note-processor-account-fault.ts"
export { findPaymentAccount, findProcessorAccountKeys, movesMoney, openSeller } from "./payment-account.ts"
export { findPaymentAccountRow } from "./payment-account-store.ts"
export { findProcessorRow, type ProcessorRow, takeDuePollsAt, updateProcessorRow } from "./processor-account-store.ts"
export { type FaultCode, showFault, writeFault } from "./processor-account-words.ts"
