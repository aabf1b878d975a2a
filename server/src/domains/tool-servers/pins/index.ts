export { difference, differencesOf, readableTool, toReadable } from "./differences.ts"
export { digestOf } from "./digest.ts"
export {
  deletePinRows,
  findPinRow,
  listPinRows,
  listPinStates,
  listUsablePins,
  markRefused,
  type PinRow,
  pinListedTool,
  unpin,
} from "./pin-store.ts"
export { storeChangedTool, storeToolList } from "./store-tool-list.ts"
