import type {
  AccountData,
  ChannelData,
  DomainsData,
  FormData,
  InvitationData,
  MembersData,
  NewWorkspaceData,
  RefusalData,
  SignInCodeData,
  SignInData,
  SignInLinkData,
} from "./people-page-data.ts"

export type { FormData, RefusalData } from "./people-page-data.ts"

/**
 * What each page gets from the server, once. The pages import the types; nothing but types is here, so that both
 * sides can read it. Times are epoch milliseconds, money is in minor units.
 */
export interface PageData {
  home: HomeData
  pay: PayData
  delivery: DeliveryData
  claim: ClaimData
  upload: UploadData
  "sign-in": SignInData
  "sign-in-code": SignInCodeData
  "sign-in-link": SignInLinkData
  account: AccountData
  "new-workspace": NewWorkspaceData
  invitation: InvitationData
  members: MembersData
  domains: DomainsData
  channel: ChannelData
  consent: ConsentData
  connections: ConnectionsData
  "connection-audit": ConnectionAuditData
  error: ErrorData
}

export type PageId = keyof PageData

/** The document's JSON: the page's own data, and what every page knows. */
export interface PageEnvelope<Id extends PageId> {
  page: Id
  brandName: string
  /** Payments are a sandbox's: no money moves, and every page says so. */
  isSandbox: boolean
  /** Who is signed in; null for everybody else, and on the page of errors. */
  visitor: VisitorData | null
  data: PageData[Id]
}

export interface VisitorData {
  /** Empty when they have not told it. */
  name: string
  email: string
  signOut: FormData
}

export interface HomeData {
  baseUrl: string
  /** Null in production: there is no demo workspace. */
  demo: { payUrl: string; giftCodes: string[] } | null
  /** Those of the person who is signed in; null when nobody is. */
  workspaces: { slug: string; name: string; role: string }[] | null
}

/** As the public API answers it. */
export interface Offer {
  id: string
  key: string
  title: string
  description: string | null
  priceCents: number
  currency: string
  files: { key: string; name: string | null }[]
  shortKey: string | null
  shortUrl: string | null
  sellerName: string
  sellerSlug: string | null
  purchasable: boolean
}

export interface OfferLookup {
  offer: Offer
  isOwnWorkspace: boolean
  isSignedIn: boolean
}

export interface PayData {
  /** The short key in the address. */
  offerKey: string
  /** The answer of `GET /api/pay/{key}` as it was when the page was made. */
  lookup: OfferLookup
  processor: { name: "sandbox" } | { name: "stripe"; publishableKey: string }
  /** The session that the processor sent the buyer back with. */
  returnedSessionId: string | null
}

export interface DeliveryData {
  title: string
  sellerName: string
  isGift: boolean
  /** What was paid, in minor units of `currency`. */
  amountCents: number
  currency: string
  boughtAt: number
  files: { key: string; name: string; sizeBytes: number; downloadPath: string }[]
  receipt: { canSend: boolean; wasSent: boolean; formAction: string }
}

export interface ClaimData {
  formAction: string
  wasSent: boolean
}

export interface ScopeData {
  scope: string
  /** What it allows, in plain words. */
  words: string
  note: string | null
}

export interface ConsentData {
  clientName: string
  clientId: string
  /** Where the browser goes afterwards. */
  redirectHost: string
  /** That is a program on the person's own computer: any of them could be asking. */
  isLoopback: boolean
  /** Who is signed in. */
  email: string
  scopes: ScopeData[]
  workspaces: { slug: string; name: string; role: string }[]
  unusedDays: number
  longestDays: number
  /** Fields: `decision` (`allow` or `deny`); to allow, also `reach` (`one` or `every`) and `workspace` (a slug). */
  form: FormData
  /** What was chosen before, or the first choice. */
  reach: "one" | "every"
  workspace: string
  newWorkspacePath: string
  connectionsPath: string
  refusal: RefusalData | null
}

export interface ConnectionsData {
  /** Newest first. */
  connections: ConnectionData[]
  /** Null on the last page. */
  nextPath: string | null
  refusal: RefusalData | null
}

export interface ConnectionData {
  clientName: string
  clientId: string
  redirectHost: string
  isLoopback: boolean
  scopes: ScopeData[]
  /** `every`: all workspaces, and `workspace` is the one acted on unless a call names another. */
  reach: "one" | "every"
  workspace: { slug: string; name: string }
  createdAt: number
  lastUsedAt: number | null
  /** When it ends if it is not used until then. */
  liveUntil: number | null
  endedAt: number | null
  /** `revoked`, `code_replayed`, `refresh_token_reused` or `expired`. */
  endedReason: string | null
  auditPath: string
  /** Null once it has ended. */
  end: FormData | null
}

export interface ConnectionAuditData {
  /** Newest first; `tool` is `connection` for what happened to the connection itself. */
  entries: { id: string; tool: string; workspaceSlug: string | null; outcome: string; requestId: string; at: number }[]
  connectionsPath: string
  nextPath: string | null
}

export interface UploadData {
  /** Who asks for files. */
  workspaceName: string
  filesLeft: number
  maxFileBytes: number
  /** Until when an upload may be begun. */
  expiresAt: number
  /** Where uploads begin, by the tus protocol. */
  uploadPath: string
}

export interface ErrorData {
  status: number
  title: string
  message: string
  hint: string | null
}
