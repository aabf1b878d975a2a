export { readPastedUrl } from "../kernel/typed-text.ts"
