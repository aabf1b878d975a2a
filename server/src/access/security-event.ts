import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Outside } from "./context.ts"

interface Kind {
  level: "info" | "warn"
  names: readonly ("accountId" | "connectionId" | "workspaceId" | "reason")[]
  sentence: string
}

const ofAccount = ["accountId"] as const
const ofConnection = ["accountId", "connectionId"] as const
const inWorkspace = ["accountId", "workspaceId", "reason"] as const

export const securityEvents = {
  sign_in_requested: { level: "info", names: [], sentence: "A sign-in mail was requested." },
  sign_in_failed: { level: "warn", names: ["reason"], sentence: "A sign-in failed." },
  sign_in_link_made: { level: "warn", names: ofAccount, sentence: "An operator made a sign-in link on the machine." },
  signed_in: { level: "info", names: ["accountId", "reason"], sentence: "A person signed in." },
  session_ended: { level: "info", names: ["accountId", "reason"], sentence: "A session was ended." },
  passkey_added: { level: "info", names: ofAccount, sentence: "A passkey was added." },
  passkey_removed: { level: "info", names: ofAccount, sentence: "A passkey was removed." },
  consent_granted: { level: "info", names: ofConnection, sentence: "A person connected an app." },
  consent_refused: { level: "info", names: ofAccount, sentence: "A person refused an app." },
  token_issued: { level: "info", names: ofConnection, sentence: "A code was exchanged for tokens." },
  token_refreshed: { level: "info", names: ofConnection, sentence: "A token was refreshed." },
  token_reused: {
    level: "warn",
    names: [...ofConnection, "reason"],
    sentence: "A connection was ended: one of its secrets was used twice.",
  },
  connection_ended: { level: "info", names: [...ofConnection, "reason"], sentence: "A connection was ended." },
  member_joined: { level: "info", names: inWorkspace, sentence: "A member joined." },
  member_role_changed: { level: "info", names: inWorkspace, sentence: "A member's role was changed." },
  member_left: { level: "info", names: inWorkspace, sentence: "A membership ended." },
  workspace_changed: { level: "info", names: inWorkspace, sentence: "A workspace was changed as a whole." },
  payment_account_changed: { level: "info", names: inWorkspace, sentence: "A payment account was changed." },
  channel_changed: { level: "info", names: inWorkspace, sentence: "A channel was changed." },
  tool_server_changed: { level: "info", names: inWorkspace, sentence: "A tool server was changed." },
  webhook_changed: { level: "info", names: inWorkspace, sentence: "A webhook endpoint was changed." },
  domain_changed: { level: "info", names: inWorkspace, sentence: "A domain was changed." },
  abuse_reported: { level: "info", names: ["workspaceId", "reason"], sentence: "Abuse was reported." },
  report_closed: { level: "info", names: inWorkspace, sentence: "An operator closed a report." },
  suspended: {
    level: "warn",
    names: ["workspaceId", "reason"],
    sentence: "An operator suspended a link, an offer or a workspace.",
  },
  suspension_lifted: { level: "warn", names: ["workspaceId", "reason"], sentence: "An operator lifted a suspension." },
  sign_up_changed: { level: "info", names: ["accountId", "reason"], sentence: "An operator changed who may sign up." },
  job_retried: { level: "info", names: ["accountId", "reason"], sentence: "An operator retried a job." },
  data_exported: { level: "info", names: ofAccount, sentence: "A person exported their data." },
  account_erased: { level: "info", names: ofAccount, sentence: "An account was erased." },
} as const satisfies Record<string, Kind>

export type SecurityEvent = keyof typeof securityEvents

/** The fields of a line. People and things are named by our ids, never by a mail address, a secret or a token. */
interface Facts {
  accountId?: string | null | undefined
  /** The account that did it, if it is another one. */
  byAccountId?: string | undefined
  connectionId?: string | undefined
  workspaceId?: WorkspaceId | null | undefined
  /** How or why, as a fixed word. */
  reason?: string | undefined
  /** Required; undefined for work without a request, for example a job. */
  network: string | undefined
}

type FactsOf<Event extends SecurityEvent> = Facts & {
  [Name in (typeof securityEvents)[Event]["names"][number]]: string
}

/** Call it after the commit. Every line has every field. A MAC of the network stands for its address. */
export function recordSecurityEvent<Event extends SecurityEvent>(
  { log, keyring }: Pick<Outside, "log" | "keyring">,
  event: Event,
  facts: FactsOf<Event>,
): void {
  const { accountId, byAccountId, connectionId, workspaceId, reason, network }: Facts = facts
  const { level, sentence } = securityEvents[event]
  const line = {
    event,
    accountId: accountId ?? null,
    byAccountId: byAccountId === accountId ? null : (byAccountId ?? null),
    connectionId: connectionId ?? null,
    workspaceId: workspaceId ?? null,
    reason: reason ?? null,
    network: network === undefined ? null : keyring.mac("log-address", network).slice(0, 16),
  }
  log[level](line, sentence)
}
