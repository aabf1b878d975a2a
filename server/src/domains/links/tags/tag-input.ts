import { z } from "zod"
import { lineInput } from "#kernel/line-input.ts"
import { toSearchText } from "#kernel/search-text.ts"

const longestName = 32

export const mostTags = 10

/** The name of a tag. Names that differ only in case are the same. */
export const tagName = lineInput(longestName)
  .refine((name) => name !== "", "needs at least one visible character")
  // Lists of tags are written with commas, in forms and in CSV files.
  .refine((name) => !/[,;，、]/.test(name), "must not hold a comma or a semicolon")
  .describe(`One line of at most ${longestName} characters, without commas.`)

export const tagNames = z
  .array(tagName)
  .transform((names) => [...Map.groupBy(names, foldTag).values()].flatMap(([first]) => first ?? []))
  .refine((names) => names.length <= mostTags, `are too many: a link has ${mostTags} at most`)
  .describe(`The link's tags, at most ${mostTags}. Those that the workspace does not have yet are made.`)

export const foldTag = (name: string) => toSearchText(name)
