import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Outside } from "./context.ts"

interface Kind {
  level: "info" | "warn"
  /** The fields that a line of this event always has, beside the network. */
  names: readonly ("accountId" | "connectionId" | "workspaceId" | "reason")[]
  sentence: string
}

const ofAccount = ["accountId"] as const
const ofConnection = ["accountId", "connectionId"] as const
const inWorkspace = ["accountId", "workspaceId", "reason"] as const

/** Every event of the security log. */
export const securityEvents = {
  sign_in_requested: { level: "info", names: [], sentence: "A sign-in mail was asked for." },
  sign_in_failed: { level: "warn", names: ["reason"], sentence: "A sign-in failed." },
  signed_in: { level: "info", names: ["accountId", "reason"], sentence: "Somebody signed in." },
  session_ended: { level: "info", names: ["accountId", "reason"], sentence: "A session was ended." },
  passkey_added: { level: "info", names: ofAccount, sentence: "A passkey was added." },
  passkey_removed: { level: "info", names: ofAccount, sentence: "A passkey was removed." },
  consent_granted: { level: "info", names: ofConnection, sentence: "An app was allowed." },
  consent_refused: { level: "info", names: ofAccount, sentence: "An app was denied." },
  token_issued: { level: "info", names: ofConnection, sentence: "A code was exchanged for tokens." },
  token_refreshed: { level: "info", names: ofConnection, sentence: "A token was refreshed." },
  token_reused: {
    level: "warn",
    names: [...ofConnection, "reason"],
    sentence: "A connection was ended: one of its secrets was used twice.",
  },
  connection_ended: { level: "info", names: [...ofConnection, "reason"], sentence: "A connection was ended." },
  member_joined: { level: "info", names: inWorkspace, sentence: "Somebody joined." },
  member_role_changed: { level: "info", names: inWorkspace, sentence: "A member's role was changed." },
  member_left: { level: "info", names: inWorkspace, sentence: "A membership ended." },
  workspace_changed: { level: "info", names: inWorkspace, sentence: "Something was done to a whole workspace." },
  payment_account_changed: { level: "info", names: inWorkspace, sentence: "A payment account was changed." },
  channel_changed: { level: "info", names: inWorkspace, sentence: "A channel was changed." },
  tool_server_changed: { level: "info", names: inWorkspace, sentence: "A tool server was changed." },
  domain_changed: { level: "info", names: inWorkspace, sentence: "A domain was changed." },
  abuse_reported: { level: "info", names: ["workspaceId", "reason"], sentence: "Something was reported." },
  report_closed: { level: "info", names: inWorkspace, sentence: "An operator closed a report." },
  suspended: { level: "warn", names: ["workspaceId", "reason"], sentence: "An operator suspended something." },
  suspension_lifted: { level: "warn", names: ["workspaceId", "reason"], sentence: "An operator lifted a suspension." },
  sign_up_changed: { level: "info", names: ["accountId", "reason"], sentence: "An operator changed who may sign up." },
  job_retried: { level: "info", names: ["accountId", "reason"], sentence: "An operator had a job tried again." },
  data_exported: { level: "info", names: ofAccount, sentence: "Somebody took their data along." },
  account_erased: { level: "info", names: ofAccount, sentence: "An account was erased." },
} as const satisfies Record<string, Kind>

export type SecurityEvent = keyof typeof securityEvents

/**
 * What a line says beside its event. People and things are named by ids of ours, never by a mail address, a secret or a
 * token.
 */
interface Facts {
  /** Whose account it concerns. */
  accountId?: string | null | undefined
  /** Who did it, where that is somebody else. */
  byAccountId?: string | undefined
  connectionId?: string | undefined
  workspaceId?: WorkspaceId | null | undefined
  /** How or why, in a word of ours. */
  reason?: string | undefined
  /** Always named; undefined for what nobody asked for, such as a job. */
  network: string | undefined
}

type FactsOf<Event extends SecurityEvent> = Facts & {
  [Name in (typeof securityEvents)[Event]["names"][number]]: string
}

/**
 * Writes one line of the security log. Call it once the event has been committed. Every line has every field. A network
 * is named by a MAC of its address, so that lines from the same network can be found, and no address is kept.
 */
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
