import { type Matrix, multiply, ofColumns, type Vector } from "./matrix.ts"
import { type Curve, curveOf } from "./tone-curves.ts"

export interface ColorSpace {
  readonly curves: readonly [Curve, Curve, Curve]
  /** Converts the linear light of the three colours to CIE XYZ with the white point D50. */
  readonly toXyz: Matrix
}

/** The white point of every profile (ICC.1:2022 §7.2.16), in XYZ. */
export const d50: Vector = [0.9642, 1, 0.8249]
/** How far the white of a profile may be from it. A profile beyond is broken; browsers ignore it, too. */
const tolerance: Vector = [0.02, 0.02, 0.04]

const most = { tags: 100, curvePoints: 65_536 }

/** Reads an ICC profile with a matrix, or of grey. Undefined for any other one, such as CMYK, and for a broken one. */
export function readIccProfile(profile: Buffer): ColorSpace | undefined {
  const [space, connection, signature] = [16, 20, 36].map((at) => profile.toString("latin1", at, at + 4))
  if (profile.length < 132 || signature !== "acsp" || connection !== "XYZ ") return undefined
  const tags = readTags(profile)
  const curve = (name: string) => readCurve(tags.get(name))
  if (space === "GRAY") return spaceOf([curve("kTRC"), curve("kTRC"), curve("kTRC")], [third, third, third])
  if (space !== "RGB ") return undefined
  const xyz = (name: string) => readXyz(tags.get(name))
  return spaceOf([curve("rTRC"), curve("gTRC"), curve("bTRC")], [xyz("rXYZ"), xyz("gXYZ"), xyz("bXYZ")])
}

const third: Vector = [d50[0] / 3, d50[1] / 3, d50[2] / 3]

type Maybe<Part> = readonly [Part | undefined, Part | undefined, Part | undefined]

function spaceOf([red, green, blue]: Maybe<Curve>, [ofRed, ofGreen, ofBlue]: Maybe<Vector>): ColorSpace | undefined {
  if (!red || !green || !blue || !ofRed || !ofGreen || !ofBlue) return undefined
  const toXyz = ofColumns([ofRed, ofGreen, ofBlue])
  const white = multiply(toXyz, [1, 1, 1])
  const isSound = ([0, 1, 2] as const).every((at) => Math.abs(white[at] - d50[at]) <= tolerance[at])
  return isSound ? { curves: [red, green, blue], toXyz } : undefined
}

/** ICC.1:2022 §7.3: a count, and for each tag its name, its place and its size. */
function readTags(profile: Buffer): Map<string, Buffer> {
  const tags = new Map<string, Buffer>()
  const end = 132 + 12 * Math.min(profile.readUInt32BE(128), most.tags)
  for (let at = 132; at < end && at + 12 <= profile.length; at += 12) {
    const [from, size] = [profile.readUInt32BE(at + 4), profile.readUInt32BE(at + 8)]
    tags.set(profile.toString("latin1", at, at + 4), profile.subarray(from, from + size))
  }
  return tags
}

const readFixed = (bytes: Buffer, at: number) => bytes.readInt32BE(at) / 65_536

function readXyz(tag: Buffer | undefined): Vector | undefined {
  if (tag === undefined || tag.length < 20 || tag.toString("latin1", 0, 4) !== "XYZ ") return undefined
  return [readFixed(tag, 8), readFixed(tag, 12), readFixed(tag, 16)]
}

/** ICC.1:2022 §10.6 and §10.18: points or a power, and a function of up to seven numbers. */
function readCurve(tag: Buffer | undefined): Curve | undefined {
  if (tag === undefined || tag.length < 12) return undefined
  const kind = tag.toString("latin1", 0, 4)
  if (kind === "curv") return readPoints(tag)
  const count = [1, 3, 4, 5, 7][tag.readUInt16BE(8)]
  if (kind !== "para" || count === undefined || tag.length < 12 + 4 * count) return undefined
  return parametric(Array.from({ length: count }, (_, at) => readFixed(tag, 12 + 4 * at)))
}

function readPoints(tag: Buffer): Curve | undefined {
  const count = tag.readUInt32BE(8)
  if (count > most.curvePoints || tag.length < 12 + 2 * count) return undefined
  if (count === 0) return curveOf((value) => value)
  if (count === 1) return powerOf(tag.readUInt16BE(12) / 256)
  return curveOf((value) => {
    const place = value * (count - 1)
    const at = Math.min(Math.floor(place), count - 2)
    const [below, above] = [tag.readUInt16BE(12 + 2 * at), tag.readUInt16BE(14 + 2 * at)]
    return (below + (above - below) * (place - at)) / 65_535
  })
}

const powerOf = (gamma: number) => curveOf((value) => value ** gamma, gamma)

/** The functions of table 68 are special cases of the last one: (a·x + b)^g + e from d on, and c·x + f below. */
function parametric(numbers: readonly number[]): Curve | undefined {
  const [g = 0, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers
  if (numbers.length === 1) return powerOf(g)
  const isShort = numbers.length < 5
  const from = isShort ? -b / a : d
  const above = isShort ? c : e
  const below = (value: number) => (isShort ? c : c * value + f)
  return curveOf((value) => (value >= from ? (a * value + b) ** g + above : below(value)), g)
}
