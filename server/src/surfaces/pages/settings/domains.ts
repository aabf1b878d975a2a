import { perform } from "#access/perform.ts"
import { roleCovers } from "#access/roles.ts"
import { getOwnWorkspace, listDomains } from "#domains/workspaces/index.ts"
import type { PageContent, Visit } from "../page.ts"
import type { DomainsData } from "./data.ts"
import { inWorkspace } from "./in-workspace.ts"

/** The custom domains of a workspace, and the records that each needs. */
export async function loadDomains(visit: Visit): Promise<PageContent<DomainsData>> {
  const { app, typed, formToken, refusal } = visit
  const caller = inWorkspace(visit)
  const workspace = await perform({ app, caller }, getOwnWorkspace, {})
  const { items: domains } = await perform({ app, caller }, listDomains, {})
  const path = `/${workspace.slug}/settings/domains`
  const manage = {
    attach: { action: path, formToken, domain: typed.domain ?? "" },
    remove: { action: `${path}/remove`, formToken },
  }
  const data = { workspace, domains, manage: roleCovers(workspace.role, "admin") ? manage : null, refusal }
  return {
    head: { title: `Domains of ${workspace.name}` },
    data,
  }
}
