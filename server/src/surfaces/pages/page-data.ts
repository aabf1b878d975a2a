import type { ConnectedAppsData, ConnectionAuditData, ConnectionsData, ConsentData } from "./connection-page-data.ts"
import type {
  AccountData,
  ChannelData,
  DomainsData,
  InvitationData,
  MembersData,
  NewWorkspaceData,
  PageForm,
  SignInCodeData,
  SignInData,
  SignInLinkData,
} from "./people-page-data.ts"

export type { PageForm, RefusalData } from "./people-page-data.ts"

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
  "connected-apps": ConnectedAppsData
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
  signOut: PageForm
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

export interface UploadData {
  /** Who asks for files. */
  workspaceName: string
  filesLeft: number
  maxFileBytes: number
  /** Until when an upload may be begun. */
  expiresAt: number
  /** Where uploads begin, by the tus protocol. */
  uploadPath: string
  /** How many characters a file's name may have. */
  maxNameLength: number
}

export interface ErrorData {
  status: number
  title: string
  message: string
  hint: string | null
}
