import { perform } from "#access/perform.ts"
import { getProfile } from "#domains/accounts/index.ts"
import { getConsent } from "#domains/connections/index.ts"
import { type Html, html } from "../transport/html.ts"
import type { ConsentData } from "./connection-page-data.ts"
import type { PageContent, Visit } from "./page.ts"
import { hidden, plainForm, plainRefusal } from "./plain-form.ts"

const dayMs = 86_400_000

/** Asks a person what an agent may reach: every time, however often they allowed it before. */
export async function loadConsent(visit: Visit): Promise<PageContent<"consent">> {
  const { app, caller, params } = visit
  const { requestId = "" } = params
  const consent = await perform({ app, caller }, getConsent, { requestId })
  const { email } = await perform({ app, caller }, getProfile, {})
  const data = consentData(visit, consent, { requestId, email })
  return {
    head: { title: `Connect ${data.clientName}` },
    data,
    plain: plainConsent(data),
    // The answer to the form leads to the client, and browsers hold every hop against `form-action`.
    formTargets: [consent.redirectOrigin],
  }
}

type Consent = Awaited<ReturnType<typeof getConsent.run>>

function consentData(
  { settings, formToken, typed, refusal }: Visit,
  consent: Consent,
  { requestId, email }: { requestId: string; email: string },
): ConsentData {
  const { workspaces } = consent
  return {
    clientName: settings.oauthClientName,
    clientId: consent.clientId,
    redirectHost: consent.redirectHost,
    isLoopback: consent.isLoopback,
    email,
    scopes: consent.scopes.map(({ scope, words, note = null }) => ({ scope, words, note })),
    workspaces: workspaces.map(({ slug, name, role }) => ({ slug, name, role })),
    unusedDays: consent.unusedMs / dayMs,
    longestDays: consent.longestMs / dayMs,
    form: { action: `/consent/${requestId}`, formToken },
    reach: typed.reach === "every" ? "every" : "one",
    workspace: typed.workspace ?? workspaces[0]?.slug ?? "",
    newWorkspacePath: "/workspaces/new",
    connectionsPath: "/account/connections",
    refusal,
  }
}

function plainConsent(data: ConsentData): Html {
  const { clientName, redirectHost, email, scopes, workspaces, form } = data
  const whose = data.isLoopback ? ", a program on this computer" : ""
  return html`
    <h1>Connect ${clientName}?</h1>
    <p>Signed in as ${email}. The answer goes to ${redirectHost}${whose}.</p>
    ${plainRefusal(data.refusal)}
    <ul>${scopes.map(({ words, note }) => html`<li>${words}. ${note ?? ""}</li>`)}</ul>
    <p>
      It ends when it is not used for ${data.unusedDays} days, and after ${data.longestDays} days in any case.
      You can end it at any time.
    </p>
    ${
      workspaces.length > 0
        ? plainForm(form, plainChoices(data), "Allow")
        : html`<p><a href="${data.newWorkspacePath}">Make a workspace first</a></p>`
    }
    ${plainForm(form, hidden("decision", "deny"), "Deny")}
  `
}

function plainChoices({ workspaces }: ConsentData): Html {
  const choices = workspaces.map(
    ({ slug, name, role }) =>
      html`<p><label><input type="radio" name="workspace" value="${slug}" required> ${name} (you are ${role})</label></p>`,
  )
  const every = "Every workspace I belong to, and this one unless a call names another"
  return html`
    ${hidden("decision", "allow")}
    ${choices}
    <p><label><input type="radio" name="reach" value="one" checked> Only this workspace</label></p>
    <p><label><input type="radio" name="reach" value="every"> ${every}</label></p>
  `
}
