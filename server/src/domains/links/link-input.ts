import { z } from "zod"
import { lineInput } from "#kernel/line-input.ts"
import { longestLinkTitle } from "./link.ts"
import { longestDestination, withScheme } from "./read-destination.ts"

export const id = z
  .string()
  .regex(/^\w{1,64}$/, "is not a link ID")
  .describe("The link's `id`, as `list_links` and `create_link` answer it.")

export const slugInput = z
  .string()
  .max(200)
  .describe(
    "The last part of the short address: a–z, 0–9 and hyphens; others are dropped, and it is cut to 32 characters, so read the answer's `slug`. At least 3 on the shared short host. Left out: 7 random characters.",
  )
  .meta({ examples: ["spring-sale"] })

export const destination = z
  .string()
  .max(longestDestination)
  .describe(
    `Where visitors are sent: a complete public http or https address. No user name or password in it, no IP address, no address of this service.`,
  )
  .meta({ examples: ["https://example.com/spring-sale?utm_source=newsletter"] })

/** A destination that a person types; programs send complete ones. */
export const typedDestination = destination.transform(withScheme)

export const linkTitle = lineInput(longestLinkTitle)
  .transform((text) => (text === "" ? null : text))
  .nullable()
  .describe(`One line for the workspace, of at most ${longestLinkTitle} characters; visitors do not see it.`)
  .meta({ examples: ["Spring sale, newsletter"] })

/** Epoch milliseconds, parsed from ISO 8601. */
export const expiresAt = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .nullable()
  .describe("When the link stops leading anywhere: ISO 8601 with `Z` or an offset, in the future. Null for never.")
  .meta({ examples: ["2027-01-31T23:59:00+01:00"] })

export const clickLimit = z
  .int()
  .min(1)
  .max(1_000_000_000)
  .nullable()
  .describe("After so many clicks the link leads nowhere. Null for no limit.")

export const passesQuery = z
  .boolean()
  .describe(
    "Whether visitors' query parameters (`…/slug?ref=x`) are added to the destination; those it has stay as they are.",
  )
