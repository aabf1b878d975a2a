export { difference, differencesOf, readableTool, toReadable } from "./differences.ts"
export { digestOf } from "./digest.ts"
export {
  deletePinRows,
  findPinRow,
  listPinRows,
  listPinStates,
  listUsablePins,
  type PinRow,
  pinOffered,
  unpin,
} from "./pin-store.ts"
export { storeChangedTool, storeOffer } from "./store-offer.ts"
