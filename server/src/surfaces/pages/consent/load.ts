import type { z } from "zod"
import { perform } from "#access/perform.ts"
import type { ConsentData, ConsentPageData } from "#contract/pages/consent.ts"
import { getProfile } from "#domains/accounts/index.ts"
import { findDecision, getConsent } from "#domains/connections/index.ts"
import { dayMs } from "#kernel/time/units.ts"
import type { PageContent, Visit } from "../page.ts"

/** Asks a person what an agent may reach. It asks every time, even after earlier consent. */
export async function loadConsent(visit: Visit): Promise<PageContent<ConsentPageData>> {
  const { app, caller, params } = visit
  const { requestId = "" } = params
  const decision = await perform({ app, caller }, findDecision, { requestId })
  if (decision) return decided(decision)
  const consent = await perform({ app, caller }, getConsent, { requestId })
  const { email } = await perform({ app, caller }, getProfile, {})
  const data = consentData(visit, consent, { requestId, email })
  return { head: { title: `Connect ${data.clientName}` }, data: { step: "asks", ...data } }
}

function decided({ state, clientName, connectionId }: Decision): PageContent<ConsentPageData> {
  const connectionPath = connectionId === null ? null : `/account/connections/${connectionId}`
  return { head: { title: `Connect ${clientName}` }, data: { step: "decided", state, clientName, connectionPath } }
}

type Decision = NonNullable<z.output<typeof findDecision.output>>

type Consent = Awaited<ReturnType<typeof getConsent.run>>

function consentData(
  { formToken, typed, refusal }: Visit,
  consent: Consent,
  { requestId, email }: { requestId: string; email: string },
): ConsentData {
  const { workspaces } = consent
  const action = `/consent/${requestId}`
  const isTicked = (scope: string) => typed.decision === undefined || typed[scope] !== undefined
  return {
    clientName: consent.clientName,
    clientId: consent.clientId,
    redirectHost: consent.redirectHost,
    isLocal: consent.isLocal,
    email,
    scopes: consent.scopes.map(({ scope, words, note = null }) => ({ scope, words, note, isTicked: isTicked(scope) })),
    workspaces: workspaces.map(({ slug, name, role }) => ({ slug, name, role })),
    unusedDays: consent.unusedMs / dayMs,
    longestDays: consent.longestMs / dayMs,
    form: { action, formToken },
    reach: typed.reach === "every" ? "every" : "one",
    workspace: typed.workspace ?? workspaces[0]?.slug ?? "",
    newWorkspacePath: `/workspaces/new?${new URLSearchParams({ return_to: action })}`,
    connectionsPath: "/account/connections",
    refusal,
  }
}
