import type { Blobs } from "#adapters/blobs/port.ts"
import type { Bus } from "#adapters/bus/port.ts"
import type { Calendars } from "#adapters/calendars/port.ts"
import type { Cards } from "#adapters/cards/port.ts"
import type { Counters } from "#adapters/counters/port.ts"
import type { Countries } from "#adapters/countries/port.ts"
import type { Dns } from "#adapters/dns/port.ts"
import type { HttpFetch } from "#adapters/http-fetch/port.ts"
import type { Images } from "#adapters/images/port.ts"
import type { Mail } from "#adapters/mail/port.ts"
import type { Models } from "#adapters/models/port.ts"
import type { Payments } from "#adapters/payments/port.ts"
import type { Push } from "#adapters/push/port.ts"
import type { StreamElements } from "#adapters/stream-elements/port.ts"
import type { ToolServers } from "#adapters/tool-servers/port.ts"
import type { Addresses } from "#kernel/addresses.ts"
import type { AssistantLimits, ModelPrices } from "#kernel/bounds/assistant-limits.ts"
import type { Keyring } from "#kernel/keyring.ts"
import type { Log } from "#kernel/log.ts"
import type { ReadDb, WriteDb } from "#storage/database.ts"

/** The part of a context that a query which only reads needs. It is the same inside and outside a transaction. */
export interface Reading {
  readonly db: ReadDb
  /** Epoch milliseconds. The only clock: nothing in the domains calls `Date.now`. */
  readonly now: () => number
}

/** The context inside a transaction: the database and the clock, and nothing that reaches outside. */
export interface Inside extends Reading {
  readonly db: WriteDb
}

/** Whom the installation lets in, and who runs it. */
interface Admission {
  /** Whether an address that is not known yet, and was not invited, may make an account. */
  readonly isSignUpOpen: boolean
  /** The addresses of those who run the installation. */
  readonly operators: readonly string[]
  /** The mail address to which everybody else writes to them. */
  readonly contact: string
  /** How many workspaces an account may own, and how many there may be in all: undefined means any number. */
  readonly workspacesOfAccount: number
  readonly workspaces: number | undefined
  /** How much all workspaces may store together, in bytes: undefined means any amount. */
  readonly storageBytes: number | undefined
}

/** Whether there is an assistant, and how much it may do. */
export interface AssistantSettings {
  readonly isOn: boolean
  readonly limits: AssistantLimits
  /** Undefined where the operator named none. */
  readonly prices: ModelPrices | undefined
}

/** On whose processor accounts workspaces sell (`SVC_SELLING`). */
export interface Selling {
  /** Whether a workspace sells on its own keys. */
  readonly own: boolean
  /** The ids of the workspaces that sell on the installation's keys. */
  readonly installation: readonly string[] | "everybody"
}

/** The outside world, and the settings that domains may know. Inside a transaction there is none of it. */
export interface Outside {
  readonly payments: Payments
  readonly selling: Selling
  readonly mail: Mail
  readonly dns: Dns
  readonly blobs: Blobs
  readonly http: HttpFetch
  readonly push: Push
  readonly counters: Counters
  readonly bus: Bus
  readonly cards: Cards
  readonly images: Images
  readonly calendars: Calendars
  readonly streamElements: StreamElements
  readonly toolServers: ToolServers
  /** The model that the assistant asks. */
  readonly models: Models
  /** Undefined where the installation has no database of countries. */
  readonly countries: Countries | undefined
  readonly keyring: Keyring
  readonly addresses: Addresses
  readonly brandName: string
  /** The client by which agents connect: its id is on every grant, and people read its name. */
  readonly client: { readonly id: string; readonly name: string }
  readonly admission: Admission
  readonly assistant: AssistantSettings
  /**
   * Whether a browser that comes back may bring only what its own account wrote in a doc. Not so after a restore of a
   * backup, when what is missing here may be left in a colleague's browser alone.
   */
  readonly areDocAuthorsChecked: boolean
  readonly log: Log
}

/**
 * Outside a transaction: reads, the outside world, and `atomically`. A write does not compile here.
 *
 * `atomically` may run its work again when the database asks for it (a deadlock, a serialization failure), so the work
 * must not change anything but the database. `Who` (a `Member`, a `Person`, …) is handed on to the inside.
 */
export type Context<Who = unknown> = Reading &
  Outside &
  Who & {
    readonly atomically: <Result>(work: (cx: Inside & Who) => Promise<Result>) => Promise<Result>
  }
