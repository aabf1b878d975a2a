import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { reservedSlugs } from "./reserved-slugs.ts"
import { minSlugLength, normaliseSlug } from "./slug.ts"
import { isSlugTaken } from "./slug-store.ts"

/** Reserves nothing; the directory decides at creation. Invalid text gets an answer too, not an error. */
export const checkSlug = publicAction({
  input: z.object({
    slug: z
      .string()
      .default("")
      .describe("The wanted slug, in any casing and punctuation. The rest of a longer one is cut.")
      .meta({ maxLength: 32, examples: ["studio"] }),
  }),
  output: z
    .object({
      available: z.boolean().describe("Whether a workspace can have this slug."),
      reason: z
        .enum(["too_short", "reserved"])
        .optional()
        .describe(
          "Why not: fewer than 3 usable characters, or a slug that is kept or taken. Absent when it is available.",
        ),
    })
    .meta({ id: "SlugCheck", description: "Whether a slug is free." }),

  async run(cx, { slug: wished }) {
    const slug = normaliseSlug(wished)
    if (slug.length < minSlugLength) return tooShort
    if (reservedSlugs.has(slug) || (await isSlugTaken(cx, slug))) return reserved
    return available
  },
})

const tooShort = { available: false, reason: "too_short" } as const
const reserved = { available: false, reason: "reserved" } as const
const available = { available: true } as const
