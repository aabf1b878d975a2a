import type { Blobs } from "#adapters/blobs/port.ts"
import type { Bus } from "#adapters/bus/port.ts"
import type { Calendars } from "#adapters/calendars/port.ts"
import type { Cards } from "#adapters/cards/port.ts"
import type { Counters } from "#adapters/counters/port.ts"
import type { Countries } from "#adapters/countries/port.ts"
import type { Dns } from "#adapters/dns/port.ts"
import type { Hooks } from "#adapters/hooks/port.ts"
import type { HttpFetch } from "#adapters/http-fetch/port.ts"
import type { Images } from "#adapters/images/port.ts"
import type { Mail } from "#adapters/mail/port.ts"
import type { Models } from "#adapters/models/port.ts"
import type { Payments } from "#adapters/payments/port.ts"
import type { Push } from "#adapters/push/port.ts"
import type { StreamElements } from "#adapters/stream-elements/port.ts"
import type { ToolServers } from "#adapters/tool-servers/port.ts"
import type { AssistantLimits, ModelPrices } from "#config/assistant-settings.ts"
import type { Addresses } from "#kernel/addresses.ts"
import type { SharedLimits } from "#kernel/bounds/shared-limits.ts"
import type { Keyring } from "#kernel/keyring.ts"
import type { Log } from "#kernel/log.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Tracing } from "#spans/port.ts"
import type { Inside, Reading } from "#storage/database.ts"
import type { EraseStep, MeasureStep } from "./domain-steps.ts"
import type { Role } from "./roles.ts"
import type { Scope } from "./scopes.ts"

export type { Inside, Reading }

/** The names of a workspace: in addresses, and for people. */
export interface WorkspaceName {
  readonly slug: string
  readonly name: string
}

export type WorkspaceIdOrSlug = { workspaceId: WorkspaceId } | { slug: string }

/** The identity of a caller, from a session, a token or neither. `enter()` decides what the caller may do. */
export type Caller =
  | { readonly kind: "anonymous"; readonly network?: string }
  | {
      readonly kind: "person"
      readonly accountId: string
      readonly sessionId?: string
      /** Where the request came from, for the security log. */
      readonly network?: string
      readonly workspaceSlug?: string
    }
  | {
      readonly kind: "connection"
      readonly accountId: string
      readonly grantId: string
      readonly scopes: ReadonlySet<Scope>
      /** The one workspace of the grant, or the one that this call names. */
      readonly workspace: WorkspaceIdOrSlug
      /** The time of consent to a grant for one workspace. It ends for good when its person leaves the workspace. */
      readonly boundAt?: number
      /** The workspaces that were removed from a grant for every workspace. */
      readonly leftOut?: ReadonlySet<string>
    }
  | {
      readonly kind: "assistant"
      readonly accountId: string
      readonly workspace: { readonly workspaceId: WorkspaceId }
      readonly runId: string
      /** The only actions that it may perform now. */
      readonly may: ReadonlySet<object>
      /** The permission epoch when `may` was computed. A write fails if the epoch has changed. */
      readonly epoch: number
    }

export type SignedIn = Exclude<Caller, { kind: "anonymous" }>

export type ConnectionCaller = Extract<Caller, { kind: "connection" }> & {
  readonly workspace: { readonly workspaceId: WorkspaceId }
}

export const anonymous: Caller = { kind: "anonymous" }

/** A signed-in person, outside any workspace; `grantId` names the connection that acts for them. */
export interface Person {
  readonly accountId: string
  readonly grantId?: string
  readonly actsIn?: WorkspaceId
  /** The assistant's run that acts for them, and its permission epoch. */
  readonly run?: { readonly id: string; readonly epoch: number }
  readonly sessionId?: string
  /** Where the request came from, for the security log. */
  readonly network?: string
}

/** A member of a workspace, with their current role. */
export interface Member extends Person {
  readonly workspaceId: WorkspaceId
  readonly workspace: WorkspaceName
  readonly role: Role
}

interface Admission {
  /** Whether an unknown address without an invitation may make an account. */
  readonly isSignUpOpen: boolean
  readonly operators: readonly string[]
  /** The operators' public mail address. */
  readonly contact: string
  /** The most workspaces of an account, and of the installation; undefined means no limit. */
  readonly workspacesOfAccount: number
  readonly workspaces: number | undefined
  /** The most bytes of all workspaces together; undefined means no limit. */
  readonly storageBytes: number | undefined
  /** What each domain adds to a workspace's storage, besides files. */
  readonly measures: readonly MeasureStep[]
}

export interface AssistantSettings {
  readonly isOn: boolean
  readonly limits: AssistantLimits
  /** Undefined if the operator configured none. */
  readonly prices: ModelPrices | undefined
}

/** Which processor accounts workspaces sell on (`SVC_SELLING`). */
export interface Selling {
  readonly own: boolean
  /** The ids of the workspaces that sell on the installation's keys. */
  readonly installation: readonly string[] | "everybody"
}

/** The adapters and settings that domains may use. Not available inside a transaction. */
export interface Outside {
  readonly payments: Payments
  readonly selling: Selling
  readonly mail: Mail
  readonly dns: Dns
  readonly blobs: Blobs
  /** How long the bytes of a deleted file stay, so that the database can be restored to an earlier moment. */
  readonly blobsKeptMs: number
  readonly http: HttpFetch
  readonly hooks: Hooks
  readonly push: Push
  readonly counters: Counters
  readonly bus: Bus
  readonly cards: Cards
  readonly images: Images
  readonly calendars: Calendars
  readonly streamElements: StreamElements
  readonly toolServers: ToolServers
  readonly models: Models
  /** Undefined if the installation has no database of countries. */
  readonly countries: Countries | undefined
  readonly keyring: Keyring
  readonly addresses: Addresses
  readonly brandName: string
  /** The OAuth client of agents. Its id is on every grant, and people read its name. */
  readonly client: { readonly id: string; readonly name: string }
  readonly admission: Admission
  readonly limits: SharedLimits
  /** What each domain does when an account is erased, in this order. */
  readonly erasures: readonly EraseStep[]
  readonly assistant: AssistantSettings
  /**
   * Whether a reconnecting browser may send only updates of its own account. False after a restore of a backup: then a
   * missing update may exist only in another person's browser.
   */
  readonly areDocAuthorsChecked: boolean
  readonly log: Log
  /** Undefined while traces are off. */
  readonly tracing?: Tracing | undefined
}

/**
 * Reads, adapters and `atomically`; writes do not compile here. `atomically` may run its work again after a deadlock or
 * a serialization failure, so the work must change only the database. Its context includes `Who`.
 */
export type Context<Who = unknown> = Reading &
  Outside &
  Who & {
    readonly atomically: <Result>(work: (cx: Inside & Who) => Promise<Result>) => Promise<Result>
    /** The job that runs. */
    readonly jobId?: string
  }
