import fc from "fast-check"

/**
 * Text of any code points, without half surrogates, with up to `maxLength` of them. The unit `binary` of fast-check makes
 * the same, but first fills a map with all code points, which takes a second.
 */
export const anyText = (maxLength = 10): fc.Arbitrary<string> =>
  fc.array(codePoint, { maxLength }).map((parts) => parts.join(""))

const surrogates = { first: 0xd800, count: 0x800 }
const codePoint = fc
  .integer({ min: 0, max: 0x10ffff - surrogates.count })
  .map((number) => String.fromCodePoint(number < surrogates.first ? number : number + surrogates.count))
