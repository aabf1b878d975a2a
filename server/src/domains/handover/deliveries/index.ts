export { claimUrl, deliveryUrl } from "./delivery.ts"
export { type DeliveryRow, findDelivery, listOwnerAddresses } from "./delivery-store.ts"
export { limitUnasked } from "./mail-limits.ts"
export {
  findProvenPurchase,
  handLinkTo,
  isOpener,
  isProven,
  keepOpener,
  linkFor,
  listProvenIds,
  listProvenPurchases,
} from "./ownership.ts"
export { purchaseFacts, smallPrint } from "./receipt-letter.ts"
