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
import type { Tracing } from "#spans/port.ts"
import type { Inside, Reading } from "#storage/database.ts"
import type { EraseStep, MeasureStep } from "./domain-steps.ts"

export type { Inside, Reading }

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
