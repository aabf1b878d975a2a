export { listFileRowsIn } from "./browse-store.ts"
export { kindOf } from "./preview-kind.ts"
