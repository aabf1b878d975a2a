import type { ScopeData } from "../consent/data.ts"
import type { PageForm, RefusalData } from "../page-form.ts"

export interface ConnectionsData {
  apps: AppData[]
  /** Null on the last page. */
  nextPath: string | null
  refusal: RefusalData | null
}

/** One app with its connections, newest first; the app that was connected last comes first. */
export interface AppData {
  clientName: string
  clientId: string
  redirectHost: string
  isLoopback: boolean
  connections: ConnectionData[]
  /** Ends all but the newest at once; null while there is but one. */
  endOlder: (PageForm & { count: number }) | null
}

export interface ConnectionData {
  clientName: string
  scopes: ScopeData[]
  /** `every`: all workspaces, and `workspace` is the one acted on unless a call names another. */
  reach: "one" | "every"
  workspace: { slug: string; name: string }
  /** In how many workspaces it was ended, although it is for every one. */
  leftOutCount: number
  createdAt: number
  lastUsedAt: number | null
  /** When it ends if it is not used until then. */
  liveUntil: number | null
  endedAt: number | null
  /** `revoked`, `ended_by_admin`, `no_longer_member`, `code_replayed`, `refresh_token_reused` or `expired`. */
  endedReason: string | null
  auditPath: string
  /** Null once it has ended. */
  end: PageForm | null
}

export interface ConnectionAuditData {
  /** Newest first; `tool` is `connection` for what happened to the connection itself. */
  entries: { id: string; tool: string; workspaceSlug: string | null; outcome: string; requestId: string; at: number }[]
  connectionsPath: string
  nextPath: string | null
}
