export { findPaymentAccount, movesMoney, openSeller } from "./payment-account.ts"
export { findPaymentAccountRow } from "./payment-account-store.ts"
export {
  eventListings,
  findReferences,
  type ListingRow,
  type Listings,
  sessionListings,
  startEventListings,
} from "./session-listing-store.ts"
