export { readPastedUrl } from "../kernel/pasted-url.ts"
