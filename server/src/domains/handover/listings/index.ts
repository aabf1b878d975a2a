export { listShownOffers, shownOffer } from "./shown-offers.ts"
