import { z } from "zod"
import type { Reason } from "#contract/reasons.ts"

/** The kinds of things that can be reported and suspended. */
export const subjectKind = z.enum(["link", "offer", "workspace"])

export const reason = z.enum(["phishing", "malware", "copyright", "illegal", "other"] satisfies Reason[])

export const subject = z.object({
  kind: subjectKind,
  id: z.string(),
  title: z.string().describe("A link’s destination, an offer’s title or a workspace’s name. Written by people."),
  address: z.string().nullable().describe("Where anybody sees it; null for an offer that has no pay link."),
  suspendedAt: z.int().nullable().describe("Epoch milliseconds; null while it is not suspended."),
  workspace: z.object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    suspendedAt: z.int().nullable(),
  }),
})

export type Subject = z.output<typeof subject>
