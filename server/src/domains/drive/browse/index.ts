export { listFileRowsIn } from "./browse-store.ts"
export { pictureForStrangers, takesPicture } from "./preview-kind.ts"
