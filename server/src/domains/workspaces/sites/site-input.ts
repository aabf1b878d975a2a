import { z } from "zod"

export const mostSites = 20

/** An origin stands in a header, so its host has no character that has a meaning there, such as `*` or `;`. */
const origin = /^https:\/\/[a-z\d-]+(\.[a-z\d-]+)+(:\d+)?$/

/** The https origin of a site. The address of one of its pages, or a host without `https://`, is accepted too. */
const siteInput = z
  .string()
  .max(300)
  .transform((text, issues) => {
    const typed = text.trim()
    const address = typed.includes("://") ? typed : `https://${typed}`
    const site = URL.canParse(address) ? new URL(address).origin : ""
    if (origin.test(site)) return site
    issues.addIssue({ code: "custom", message: "must be a site's address that starts with https://" })
    return z.NEVER
  })

/** The common part of the actions that add and remove a site. */
export const changeOfSites = {
  changes: ["workspace"],
  input: z.object({ site: siteInput }),
  output: z.object({ sites: z.array(z.string()) }),
} as const
