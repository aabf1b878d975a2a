export { accountOf, offerKey } from "./get-offer.ts"
export { findServedCover, listCovers } from "./offer-cover-store.ts"
export { type OfferTerms, offerTerms, offerWords, shownFields, shownNames, shownOf } from "./offer-fields.ts"
export { findPublicOffer, findShortKey, findSoldOffer, type PublicOffer } from "./offer-lookup-store.ts"
export { findOwnOffer } from "./offer-store.ts"
export { getTerms } from "./offer-terms-store.ts"
export { notYourOffer, ownOffer, showOffer, takeOwnOffer } from "./own-offer.ts"
export { checkBalance } from "./price-rule.ts"
export {
  availability,
  availabilityOf,
  hasUnit,
  isForSale,
  isSellable,
  mustBeChargeable,
  offerCover,
  payUrl,
  returnUrl,
  toCover,
} from "./public-offer.ts"
export { type PurchaseSnapshot, readSnapshot, writeSnapshot } from "./purchase-snapshot.ts"
export { atomicallyForOffer, lockOfferForSale, type OfferKey, returnUnit, takeUnit } from "./stock-store.ts"
