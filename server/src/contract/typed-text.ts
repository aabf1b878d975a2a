export { fold } from "../kernel/text/fold.ts"
export { readPastedUrl } from "../kernel/typed-text.ts"
