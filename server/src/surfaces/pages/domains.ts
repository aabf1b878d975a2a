import { perform } from "#access/perform.ts"
import { roleCovers } from "#access/roles.ts"
import { getOwnWorkspace, listDomains } from "#domains/workspaces/index.ts"
import { html } from "../transport/html.ts"
import { inWorkspace } from "./in-workspace.ts"
import type { PageContent, Visit } from "./page.ts"
import { plainForm, plainRefusal } from "./plain-form.ts"

/** The custom domains of a workspace, and the records that each needs. */
export async function loadDomains(visit: Visit): Promise<PageContent<"domains">> {
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
  const field = html`<label>Domain <input name="domain" value="${manage.attach.domain}" required></label>`
  return {
    head: { title: `Domains of ${workspace.name}` },
    data,
    plain: html`<h1>Domains of ${workspace.name}</h1>${plainRefusal(refusal)}<ul>${domains.map(
      ({ hostname, state, records }) =>
        html`<li>${hostname}: ${state}<ul>${records.map(({ name, value }) => html`<li>${name} TXT ${value}</li>`)}</ul></li>`,
    )}</ul>${data.manage ? plainForm(manage.attach, field, "Attach, or look again") : ""}`,
  }
}
