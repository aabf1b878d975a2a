import { z } from "zod"
import { lineInput } from "#kernel/line-input.ts"
import { longestLinkTitle } from "./link.ts"
import { longestDestination, withScheme } from "./read-destination.ts"

export const id = z
  .string()
  .regex(/^\w{1,64}$/, "is not a link ID")
  .describe("The link's `id`, as `list_links` and `create_link` return it.")

export const slugInput = z
  .string()
  .max(500)
  .describe(
    "The end of the short URL: letters, digits, `-_.~`, and `/` between parts, at most 190 characters. Spaces become hyphens and other characters are removed, so read `slug` in the response. The shared short host takes a–z, at least 3 characters, and its case does not count; the workspace's own domain takes letters of every script. Default: 7 random characters.",
  )
  .meta({ examples: ["spring-sale"] })

export const destination = z
  .string()
  .max(longestDestination)
  .describe(
    "The URL that visitors are sent to: a complete public http or https URL without a user name, password or IP address. Not a short link of this service.",
  )
  .meta({ examples: ["https://example.com/spring-sale?utm_source=newsletter"] })

/** A destination that a person types; programs send complete ones. */
export const typedDestination = destination.transform(withScheme)

export const linkTitle = lineInput(longestLinkTitle)
  .transform((text) => (text === "" ? null : text))
  .nullable()
  .describe(`A note for members, one line of at most ${longestLinkTitle} characters. Visitors do not see it.`)
  .meta({ examples: ["Spring sale, newsletter"] })

/** Epoch milliseconds, parsed from ISO 8601. */
export const expiresAt = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .nullable()
  .describe("When the link expires: ISO 8601 with `Z` or an offset, in the future. Null: never.")
  .meta({ examples: ["2027-01-31T23:59:00+01:00"] })

export const mostClicks = 1_000_000_000

export const clickLimit = z
  .int()
  .min(1)
  .max(mostClicks)
  .nullable()
  .describe("The link stops after this many clicks. Null: unlimited.")

export const passesQuery = z
  .boolean()
  .describe("Whether visitors' query parameters (`…/slug?ref=x`) are added to the destination. Its own stay unchanged.")
