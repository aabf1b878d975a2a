import { z } from "zod"
import { lineInput } from "#kernel/line-input.ts"

const longestName = 32

export const mostTags = 10

/** The name of a tag. Names that differ only in case are the same. */
export const tagName = lineInput(longestName)
  .refine((name) => name !== "", "is empty")
  // Lists of tags are written with commas, in forms and in CSV files.
  .refine((name) => !/[,;，、]/.test(name), "cannot contain a comma or semicolon")
  .describe(`One line of at most ${longestName} characters, without commas.`)

export const tagNames = z
  .array(tagName)
  .transform((names) => [...Map.groupBy(names, foldTag).values()].flatMap(([first]) => first ?? []))
  .refine((names) => names.length <= mostTags, `can be at most ${mostTags} for each link`)
  .describe(`The link's tags, at most ${mostTags}. New tags are created.`)

/** The form in which names are compared: NFKC, in lower case. */
export const foldTag = (name: string): string => name.normalize("NFKC").toLowerCase()
