import { inflateSync } from "node:zlib"
import { type ColorSpace, d50, readIccProfile } from "./icc-profile.ts"
import { chain, diagonal, invert, type Matrix, multiply, ofColumns, type Vector } from "./matrix.ts"
import { jpegSegments, pngChunks, webpChunks } from "./picture-parts.ts"
import { type Curve, curveOf, srgbLight, srgbValue } from "./tone-curves.ts"

/** The largest profile, in bytes after unpacking from a PNG. Profiles with a matrix have at most 10 kB. */
const largestProfile = 1_000_000

/** The colour space of a PNG, a JPEG or a WebP. Undefined for sRGB, and for declarations that cannot be read. */
export function findColorSpace(bytes: Uint8Array): ColorSpace | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const profile = jpegProfile(file) ?? webpProfile(file)
    const space = profile ? readIccProfile(profile) : ofPng(file)
    return space && !isNearSrgb(space) ? space : undefined
  } catch {
    return undefined // a part is shorter than it must be, or cannot be unpacked
  }
}

function isNearSrgb(space: ColorSpace): boolean {
  const values = [0, 30, 90, 170, 255]
  const pixels = values.flatMap((red) => values.flatMap((green) => values.flatMap((blue) => [red, green, blue, 255])))
  const converted = Uint8Array.from(pixels)
  convertToSrgb(converted, space)
  return pixels.every((value, at) => Math.abs(value - (converted[at] ?? 0)) <= 2)
}

function webpProfile(file: Buffer): Buffer | undefined {
  for (const { name, body } of webpChunks(file)) if (name === "ICCP") return body
  return undefined
}

/** ICC.1:2022 §B.4: a profile in several segments, each with its number. */
function jpegProfile(file: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  for (const { code, body } of jpegSegments(file)) {
    if (code === 0xe2 && body.toString("latin1", 0, 12) === "ICC_PROFILE\0")
      parts[body.readUInt8(12)] = body.subarray(14)
  }
  return parts.length === 0 ? undefined : Buffer.concat(parts.filter((part) => part !== undefined))
}

/** PNG 3 §4.3: cICP counts before iCCP, that before sRGB, and that before gAMA and cHRM. */
function ofPng(file: Buffer): ColorSpace | undefined {
  const chunks = new Map<string, Buffer>()
  for (const { name, body } of pngChunks(file)) {
    if (name === "IDAT") break
    if (!chunks.has(name)) chunks.set(name, body)
  }
  const [cicp, iccp] = [chunks.get("cICP"), chunks.get("iCCP")]
  if (cicp) return ofCodePoints(cicp)
  if (iccp) return readIccProfile(inflateSync(iccp.subarray(iccp.indexOf(0) + 2), { maxOutputLength: largestProfile }))
  return chunks.has("sRGB") ? undefined : ofGamma(chunks.get("gAMA"), chunks.get("cHRM"))
}

/** The places of white, red, green and blue in the CIE 1931 diagram: x and y of each. */
type Primaries = readonly number[]

const d65 = [0.3127, 0.329]
const ofSrgb: Primaries = [...d65, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06]
/** ITU-T H.273 §8.1: BT.709 as sRGB, BT.2020, and the Display P3 of screens. */
const primariesOf: Readonly<Record<number, Primaries>> = {
  1: ofSrgb,
  9: [...d65, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046],
  12: [...d65, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
}

/** ITU-T H.273 §8.2. The curves of BT.709 and BT.2020 are shown as sRGB's; HDR curves are left out. */
const lightOf: Readonly<Record<number, (value: number) => number>> = {
  1: srgbLight,
  4: (value) => value ** 2.2,
  5: (value) => value ** 2.8,
  6: srgbLight,
  8: (value) => value,
  13: srgbLight,
  14: srgbLight,
  15: srgbLight,
}

function ofCodePoints(cicp: Buffer): ColorSpace | undefined {
  const [primaries, light] = [primariesOf[cicp.readUInt8(0)], lightOf[cicp.readUInt8(1)]]
  return primaries && light && spaceOf(primaries, curveOf(light))
}

/** A power that differs less than this from sRGB's power means sRGB, as for libpng. */
const nearPower = 0.05

function ofGamma(gama: Buffer | undefined, chrm: Buffer | undefined): ColorSpace | undefined {
  if (!gama && !chrm) return undefined
  const power = gama ? 100_000 / gama.readUInt32BE(0) : 2.2
  const isNear = Math.abs(power / 2.2 - 1) < nearPower
  const places = chrm && Array.from({ length: 8 }, (_, at) => chrm.readUInt32BE(4 * at) / 100_000)
  return spaceOf(places ?? ofSrgb, isNear ? curveOf(srgbLight) : curveOf((value) => value ** power, power))
}

function spaceOf(primaries: Primaries, curve: Curve | undefined): ColorSpace | undefined {
  const toXyz = matrixOf(primaries)
  return curve && toXyz.flat().every(Number.isFinite) ? { curves: [curve, curve, curve], toXyz } : undefined
}

/** The cone responses of Bradford (ICC.1:2022 §E.1), which adapt a white point to D50. */
const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]

function matrixOf(primaries: Primaries): Matrix {
  const xyz = (at: number): Vector => {
    const [x = 0, y = 0] = primaries.slice(at, at + 2)
    return [x / y, 1, (1 - x - y) / y]
  }
  const white = xyz(0)
  const colors = ofColumns([xyz(2), xyz(4), xyz(6)])
  const toXyz = chain(colors, diagonal(multiply(invert(colors), white)))
  const [from, to] = [multiply(bradford, white), multiply(bradford, d50)]
  const adapt = chain(invert(bradford), chain(diagonal([to[0] / from[0], to[1] / from[1], to[2] / from[2]]), bradford))
  return chain(adapt, toXyz)
}

/** So many steps of light that each of the 256 values is exact, also the darkest. */
const lightSteps = 16_384
const valueOfStep = Uint8Array.from({ length: lightSteps + 1 }, (_, step) =>
  Math.round(255 * srgbValue(step / lightSteps)),
)
const toSrgbLight = invert(matrixOf(ofSrgb))

/** Converts RGBA pixels of a colour space to sRGB, in place. Colours beyond sRGB become the nearest of each channel. */
export function convertToSrgb(pixels: Uint8Array, { curves, toXyz }: ColorSpace): void {
  const [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]] = chain(toSrgbLight, toXyz)
  const [ofRed, ofGreen, ofBlue] = curves
  const value = (light: number) => valueOfStep[Math.round(lightSteps * Math.min(1, Math.max(0, light)))] ?? 0
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red, green, blue] = [
      ofRed[pixels[at] ?? 0] ?? 0,
      ofGreen[pixels[at + 1] ?? 0] ?? 0,
      ofBlue[pixels[at + 2] ?? 0] ?? 0,
    ]
    pixels[at] = value(rr * red + rg * green + rb * blue)
    pixels[at + 1] = value(gr * red + gg * green + gb * blue)
    pixels[at + 2] = value(br * red + bg * green + bb * blue)
  }
}
