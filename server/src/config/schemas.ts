import { z } from "zod"

export const address = z
  .url({ protocol: /^https?$/, error: "must be an http or https address" })
  .transform((text) => new URL(text))
  .refine(
    (url) => !url.search && !url.hash && !url.username && !url.password,
    "must be a bare address, without ? # or @",
  )
  .transform((url) => url.href.replace(/\/+$/, ""))
export const scheme = (pattern: RegExp, says: string) => z.string().regex(pattern, says)
export const number = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must lie between ${least} and ${most}`)
export const commaList = (fits: (part: string) => boolean, says: string) =>
  z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((parts) => parts.every(fits), says)
