export { claimUrl, deliveryUrl } from "./delivery.ts"
export { listOwnerAddresses } from "./delivery-store.ts"
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
