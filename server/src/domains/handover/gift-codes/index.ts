export { getGiftCode, toUsable, unusableCodeRefusal } from "./get-usable-gift-code.ts"
export {
  discountOf,
  type GiftCode,
  giftOf,
  hasGiftCode,
  holdGift,
  holdGiftAgain,
  isUsable,
  leftCents,
  returnGift,
  spendHeldGift,
  takeUse,
} from "./gift-hold-store.ts"
