/** The light of each of the 256 values of a colour, from 0 to 1. */
export type Curve = readonly number[]

/** Undefined if its light is no number or does not grow, or if it is a power of zero or below. */
export function curveOf(lightOf: (value: number) => number, power = 1): Curve | undefined {
  const curve = Array.from({ length: 256 }, (_, value) => Math.min(1, Math.max(0, lightOf(value / 255))))
  const grows = (curve[0] ?? 0) < (curve[255] ?? 0)
  return power > 0 && grows && !curve.some(Number.isNaN) ? curve : undefined
}

/** IEC 61966-2-1. */
export const srgbLight = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
export const srgbValue = (light: number) => (light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055)
