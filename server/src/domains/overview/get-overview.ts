import { z } from "zod"
import { type WorkspaceAction, workspaceAction } from "#access/action.ts"
import type { Context, Member } from "#access/context.ts"
import { roleCovers } from "#access/roles.ts"
import { agentWrite, listAgentWrites } from "#domains/connections/index.ts"
import { searchDocs } from "#domains/docs/index.ts"
import { arrivals, findStorageUse, listArrivals, searchDriveFiles, storageUse } from "#domains/drive/index.ts"
import { getRevenue, getSelling, listOffers, listOwnUnclearMoney, listPurchases } from "#domains/handover/index.ts"
import { clicksByDay, getClicksByDay, listLinks } from "#domains/links/index.ts"
import { listDomains, listInvitations, listMembers } from "#domains/workspaces/index.ts"
import { findThingNames } from "./thing-store.ts"

const latest = 5
/** The page compares 30 days with those before. */
const days = 60

const write = agentWrite.extend({
  thingName: z.string().nullable().describe("The name of the link or doc it made; null when it is gone."),
})

/** Each part is the output of its own action; null when the caller's role does not cover it, or when it failed. */
export const getOverview = workspaceAction("viewer", "console", {
  input: z.object({}),
  output: z.object({
    links: listLinks.output.nullable(),
    docs: searchDocs.output.nullable(),
    files: searchDriveFiles.output.nullable().describe("The file that was changed last."),
    offers: listOffers.output.nullable().describe("The newest offer."),
    members: listMembers.output.nullable(),
    clicks: clicksByDay.nullable().describe("Of all links, for 60 days (UTC)."),
    arrivals: arrivals.nullable().describe("Files received through upload links."),
    selling: getSelling.output.nullable(),
    writes: z.array(write).nullable().describe("What apps and agents made."),
    sales: listPurchases.output.nullable(),
    revenue: getRevenue.output.nullable().describe("For 60 days (UTC)."),
    storage: storageUse.nullable(),
    drafts: listOffers.output.nullable(),
    domains: listDomains.output.nullable(),
    unclear: listOwnUnclearMoney.output.nullable(),
    invitations: listInvitations.output.nullable(),
    unread: z.array(z.string()).describe("The names of the parts that could not be read."),
  }),
  run: async (cx) =>
    together(cx, {
      links: part(cx, listLinks, { limit: latest }),
      docs: part(cx, searchDocs, { limit: latest }),
      files: part(cx, searchDriveFiles, { limit: 1 }),
      offers: part(cx, listOffers, { limit: 1 }),
      members: part(cx, listMembers, {}),
      clicks: getClicksByDay(cx, days),
      arrivals: listArrivals(cx, latest),
      writes: listNamedWrites(cx),
      sales: part(cx, listPurchases, { isBought: true, limit: latest }),
      revenue: part(cx, getRevenue, { days }),
      storage: findStorageUse(cx),
      drafts: part(cx, listOffers, { state: "draft", limit: latest }),
      domains: part(cx, listDomains, {}),
      unclear: part(cx, listOwnUnclearMoney, { limit: latest }),
      selling: part(cx, getSelling, {}),
      invitations: part(cx, listInvitations, {}),
    }),
})

async function listNamedWrites(cx: Context<Member>) {
  const writes = await listAgentWrites(cx, latest)
  const names = await findThingNames(
    cx,
    writes.flatMap(({ thingId }) => thingId ?? []),
  )
  return writes.map((one) => ({ ...one, thingName: names.get(one.thingId ?? "") ?? null }))
}

/** Awaits all parts. Those that failed are null, and named in `unread`. Throws when all failed. */
async function together<Parts extends Record<string, Promise<unknown>>>(cx: Context, parts: Parts) {
  const unread: string[] = []
  const faults: unknown[] = []
  const read = Object.entries(parts).map(async ([name, part]) => {
    const answer = await part.catch((fault: unknown) => {
      unread.push(name)
      faults.push(fault)
      cx.log.error(
        { part: name, error: fault instanceof Error ? fault.name : typeof fault },
        "A part of the overview could not be read.",
      )
      return null
    })
    return [name, answer] as const
  })
  const answers = Object.fromEntries(await Promise.all(read)) as { [Name in keyof Parts]: Awaited<Parts[Name]> | null }
  if (faults.length > 0 && Object.values(answers).every((answer) => answer === null)) throw faults[0]
  return { ...answers, unread }
}

async function part<Input extends z.ZodType, Output extends z.ZodType>(
  cx: Context<Member>,
  action: WorkspaceAction<Input, Output>,
  input: z.input<Input>,
): Promise<z.input<Output> | null> {
  return roleCovers(cx.role, action.role) ? action.run(cx, action.input.parse(input)) : null
}
