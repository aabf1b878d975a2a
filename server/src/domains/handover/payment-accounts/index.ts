export { findPaymentAccount, movesMoney, openSeller } from "./payment-account.ts"
export { findPaymentAccountRow } from "./payment-account-store.ts"
export {
  advanceListing,
  findListing,
  findReferences,
  type SessionListingRow,
  takeDueListings,
} from "./session-listing-store.ts"
