import { z } from "zod"
import { type WorkspaceAction, workspaceAction } from "#access/action.ts"
import type { Member } from "#access/caller.ts"
import type { Context } from "#access/context.ts"
import { roleCovers } from "#access/roles.ts"
import { agentWrite, listAgentWrites } from "#domains/connections/index.ts"
import { searchDocs } from "#domains/docs/index.ts"
import { arrivals, getStorage, listArrivals, searchDriveFiles } from "#domains/drive/index.ts"
import {
  getRevenue,
  listOffers,
  listOwnUnclearMoney,
  listPaymentAccounts,
  listPurchases,
} from "#domains/handover/index.ts"
import { clicksByDay, getClicksByDay, listLinks } from "#domains/links/index.ts"
import { listDomains, listInvitations, listMembers } from "#domains/workspaces/index.ts"
import { findNames } from "./thing-store.ts"

/** How many of each kind are shown. */
const latest = 5
const days = 30

const write = agentWrite.extend({
  thingName: z.string().nullable().describe("The name of the link or doc it made; null when it is gone."),
})

/**
 * What happened in the workspace lately and what needs somebody, in one answer. Each part is what its own action gives;
 * null where the caller's role is too weak for that. Viewers may.
 */
export const getOverview = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.object({}),
  output: z.object({
    links: listLinks.output,
    docs: searchDocs.output,
    files: searchDriveFiles.output.describe("The file that was changed last."),
    offers: listOffers.output.describe("The newest offer."),
    members: listMembers.output,
    clicks: clicksByDay.describe("Of all links, for 30 days (UTC)."),
    arrivals: arrivals.describe("Files that came through upload links."),
    writes: z.array(write).describe("What apps and agents made."),
    sales: listPurchases.output.nullable(),
    revenue: getRevenue.output.nullable(),
    storage: getStorage.output.nullable(),
    drafts: listOffers.output.nullable(),
    domains: listDomains.output.nullable(),
    unclear: listOwnUnclearMoney.output.nullable(),
    accounts: listPaymentAccounts.output.nullable(),
    invitations: listInvitations.output.nullable(),
  }),
  async run(cx) {
    const [links, docs, files, offers, members, clicks, arrivals, writes, forMembers, forAdmins] = await Promise.all([
      listLinks.run(cx, listLinks.input.parse({ limit: latest })),
      searchDocs.run(cx, searchDocs.input.parse({ limit: latest })),
      searchDriveFiles.run(cx, searchDriveFiles.input.parse({ limit: 1 })),
      listOffers.run(cx, listOffers.input.parse({ limit: 1 })),
      listMembers.run(cx, {}),
      getClicksByDay(cx, days),
      listArrivals(cx, latest),
      listNamedWrites(cx),
      partsForMembers(cx),
      partsForAdmins(cx),
    ])
    return { links, docs, files, offers, members, clicks, arrivals, writes, ...forMembers, ...forAdmins }
  },
})

async function listNamedWrites(cx: Context<Member>) {
  const writes = await listAgentWrites(cx, latest)
  const names = await findNames(
    cx,
    writes.flatMap(({ thingId }) => thingId ?? []),
  )
  return writes.map((one) => ({ ...one, thingName: names.get(one.thingId ?? "") ?? null }))
}

async function partsForMembers(cx: Context<Member>) {
  const [sales, revenue, storage, drafts, domains] = await Promise.all([
    part(cx, listPurchases, { isBought: true, limit: latest }),
    part(cx, getRevenue, { days }),
    part(cx, getStorage, {}),
    part(cx, listOffers, { state: "draft", limit: latest }),
    part(cx, listDomains, {}),
  ])
  return { sales, revenue, storage, drafts, domains }
}

async function partsForAdmins(cx: Context<Member>) {
  const [unclear, accounts, invitations] = await Promise.all([
    part(cx, listOwnUnclearMoney, { limit: latest }),
    part(cx, listPaymentAccounts, {}),
    part(cx, listInvitations, {}),
  ])
  return { unclear, accounts, invitations }
}

/** What another action answers, if the caller may ask for it. */
async function part<Input extends z.ZodType, Output extends z.ZodType>(
  cx: Context<Member>,
  action: WorkspaceAction<Input, Output>,
  input: z.input<Input>,
): Promise<z.input<Output> | null> {
  return roleCovers(cx.role, action.role) ? action.run(cx, action.input.parse(input)) : null
}
