export { guessEncoding, isIso2022 } from "../kernel/text/guess-encoding.ts"
