export { bought, toBought } from "./bought.ts"
export {
  correctedEmail,
  insertCorrection,
  isCorrectedTo,
  isVerifiedAddress,
  listCorrections,
} from "./buyer-address-store.ts"
export { buyerEmail, ownerKey } from "./buyer-email.ts"
export { handOver, mailBuyer, mailIfSlow, mailPartRefund } from "./hand-over.ts"
export { effectsOf, firstPollMs, type TransitionName, transitions } from "./lifecycle.ts"
export {
  type DisputeRow,
  listDisputeRows,
  recordDisputes,
  recordPartialRefund,
  recordStanding,
  standingOf,
} from "./money-back-store.ts"
export { nextPoll } from "./next-poll.ts"
export {
  claimTakeover,
  countOpenCheckouts,
  findHeldUnits,
  findHeldUses,
  findUnderWay,
  forgetRequest,
  isBeingTakenOver,
  isEndable,
  leaveCheckout,
  takeCheckoutKey,
} from "./open-checkout-store.ts"
export { buyerMail, getOwnPurchase, ownPurchase, toOwnPurchase } from "./own-purchase.ts"
export { restoreDeliveryRow, revokeDeliveryRow } from "./own-purchase-store.ts"
export { announceDelivery, announcePurchase } from "./purchase-events.ts"
export { newPurchase, type Order } from "./purchase-row.ts"
export {
  attachToFailed,
  endOfDelivery,
  findPurchase,
  findPurchaseBy,
  findPurchaseOfCheckoutSession,
  insertPurchase,
  listPurchasesOf,
  lockPurchase,
  movePurchase,
  notePurchase,
  type Purchase,
  type PurchaseFacts,
  type PurchaseKey,
  raiseAttempt,
  readPurchase,
  touchPurchase,
  updatePurchase,
} from "./purchase-store.ts"
export {
  type CollectedSale,
  type CollectedWindow,
  closeWindow,
  collectNotice,
  countCollected,
  countSale,
  insertNotice,
  listCollected,
  markDigestSent,
} from "./sale-notice-store.ts"
export { getSellerState, hasSoldSince } from "./settled-store.ts"
export { notifySeller, tellSeller } from "./tell-seller.ts"
