import { deflateSync } from "node:zlib"
import { extendedWebp, jpegSegment, pngChunk, webpChunk, withJpegSegments, withPngChunks } from "./picture-parts.ts"

type Numbers = readonly [number, number, number]

/** A tag of an ICC profile, with its kind first. */
export const xyzTag = (numbers: Numbers) => tag("XYZ ", numbers.map(fixed))
export const powerTag = (gamma: number) => tag("curv", [u32(1), u16(Math.round(gamma * 256))])
export const pointsTag = (points: readonly number[]) => tag("curv", [u32(points.length), ...points.map(u16)])
export const functionTag = (kind: number, numbers: readonly number[]) =>
  tag("para", [u16(kind), u16(0), ...numbers.map(fixed)])

const tag = (kind: string, parts: readonly Buffer[]) => Buffer.concat([Buffer.from(`${kind}\0\0\0\0`), ...parts])

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const u16 = (value: number) => u32(value).subarray(2)

function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(Math.round(value * 65_536))
  return bytes
}

interface Described {
  /** What the numbers of its pixels are: `RGB `, `GRAY`, `CMYK`, `Lab `. */
  space?: string
  /** What they become: `XYZ ` or `Lab `. */
  connection?: string
  tags: Readonly<Record<string, Buffer>>
}

/** An ICC profile with these tags. */
export function iccProfile({ space = "RGB ", connection = "XYZ ", tags }: Described): Buffer {
  const entries = Object.entries(tags).map(([name, body]) => ({ name, body, padded: body.length + (-body.length & 3) }))
  const header = Buffer.alloc(128)
  header.write(`mntr${space}${connection}`, 12, "latin1")
  header.write("acsp", 36, "latin1")
  header[8] = 4 // its version; browsers want it, and the white point D50
  for (const [at, of] of [0.9642, 1, 0.8249].entries()) header.writeInt32BE(Math.round(of * 65_536), 68 + 4 * at)
  let from = 132 + 12 * entries.length
  const table = entries.map(({ name, body, padded }) => {
    const entry = Buffer.concat([Buffer.from(name), u32(from), u32(body.length)])
    from += padded
    return entry
  })
  const bodies = entries.map(({ body, padded }) => Buffer.concat([body, Buffer.alloc(padded - body.length)]))
  const profile = Buffer.concat([header, u32(entries.length), ...table, ...bodies])
  profile.writeUInt32BE(profile.length, 0)
  return profile
}

/** A profile of three colours. The places of red, green and blue are in XYZ with the white point D50. */
export const rgbProfile = ([red, green, blue]: readonly [Numbers, Numbers, Numbers], curve: Buffer): Buffer =>
  iccProfile({
    tags: { rXYZ: xyzTag(red), gXYZ: xyzTag(green), bXYZ: xyzTag(blue), rTRC: curve, gTRC: curve, bTRC: curve },
  })

const srgbCurve = functionTag(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])

const p3Colors = [
  [0.51512, 0.2412, -0.00105],
  [0.29198, 0.69225, 0.04189],
  [0.1571, 0.06657, 0.78407],
] as const

export const profiles = {
  srgb: rgbProfile(
    [
      [0.43607, 0.22249, 0.01392],
      [0.38515, 0.71687, 0.09708],
      [0.14307, 0.06061, 0.7141],
    ],
    srgbCurve,
  ),
  displayP3: rgbProfile(p3Colors, srgbCurve),
  /** The same with its curve as points. */
  displayP3Points: rgbProfile(
    p3Colors,
    pointsTag(
      Array.from({ length: 1024 }, (_, at) => {
        const value = at / 1023
        return Math.round(65_535 * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      }),
    ),
  ),
  adobeRgb: rgbProfile(
    [
      [0.60974, 0.31111, 0.01947],
      [0.20528, 0.62567, 0.06087],
      [0.14919, 0.06322, 0.74457],
    ],
    powerTag(2.199_218_75),
  ),
  proPhoto: rgbProfile(
    [
      [0.79767, 0.28804, 0],
      [0.13519, 0.71188, 0],
      [0.03134, 0.00009, 0.82491],
    ],
    powerTag(1.8),
  ),
}

/** The same picture with an ICC profile. A JPEG holds it in two parts. */
export function withProfile(picture: Buffer, profile: Buffer): Buffer {
  if (picture[0] === 0xff) {
    const half = Math.ceil(profile.length / 2)
    const parts = [profile.subarray(0, half), profile.subarray(half)]
    const named = (part: Buffer, at: number) =>
      Buffer.concat([Buffer.from("ICC_PROFILE\0"), Buffer.from([at + 1, 2]), part])
    return withJpegSegments(
      picture,
      parts.map((part, at) => jpegSegment(0xe2, named(part, at))),
    )
  }
  if (picture[0] === 0x89) {
    const body = Buffer.concat([Buffer.from("A profile\0\0"), deflateSync(profile)])
    return withPngChunks(picture, [pngChunk("iCCP", body)])
  }
  return extendedWebp(picture, { flags: 0x20, before: [webpChunk("ICCP", profile)] })
}

/** A PNG that names its colours by the numbers of ITU-T H.273. */
export const withCodePoints = (png: Buffer, primaries: number, transfer: number): Buffer =>
  withPngChunks(png, [pngChunk("cICP", Buffer.from([primaries, transfer, 0, 1]))])

/** A PNG with the power of its curve, and the places of white, red, green and blue. */
export function withGamma(png: Buffer, gamma: number, places: readonly number[] = []): Buffer {
  const chunks = [pngChunk("gAMA", u32(Math.round(100_000 * gamma)))]
  if (places.length > 0) {
    chunks.push(pngChunk("cHRM", Buffer.concat(places.map((place) => u32(Math.round(100_000 * place))))))
  }
  return withPngChunks(png, chunks)
}
