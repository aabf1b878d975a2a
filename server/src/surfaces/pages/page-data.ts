import type { loadClaim } from "./claim/load.ts"
import type { loadDelivery } from "./delivery/load.ts"
import type { loadEmbed } from "./embed/load.ts"
import type { errorContent } from "./error/load.ts"
import type { loadHome } from "./home/load.ts"
import type { loadInvitation } from "./invitation/load.ts"
import type { loadMail, loadMailbox } from "./mailbox/load.ts"
import type { loadNewWorkspace } from "./new-workspace/load.ts"
import type { loadPay } from "./pay/load.ts"
import type { loadPrivacy } from "./privacy/load.ts"
import type { loadPublicDoc } from "./public-doc/load.ts"
import type { loadReport } from "./report/load.ts"
import type { loadSeller } from "./seller/load.ts"
import type { loadSignIn, loadSignInCode, loadSignInLink } from "./sign-in/load.ts"
import type { loadTerms } from "./terms/load.ts"
import type { loadTrashedWorkspaces } from "./trashed-workspaces/load.ts"
import type { loadUnsubscribe } from "./unsubscribe/load.ts"
import type { loadUpload } from "./upload/load.ts"

type DataOf<Load extends (...visit: never[]) => unknown> =
  Awaited<ReturnType<Load>> extends { data: infer Data } ? Data : never

export type ClaimData = DataOf<typeof loadClaim>
export type DeliveryData = DataOf<typeof loadDelivery>
export type EmbedData = DataOf<typeof loadEmbed>
export type ErrorData = DataOf<typeof errorContent>
export type HomeData = DataOf<typeof loadHome>
export type InvitationData = DataOf<typeof loadInvitation>
export type MailboxData = DataOf<typeof loadMailbox>
export type MailData = DataOf<typeof loadMail>
export type NewWorkspaceData = DataOf<typeof loadNewWorkspace>
export type PayData = DataOf<typeof loadPay>
export type PrivacyData = DataOf<typeof loadPrivacy>
export type PublicDocData = DataOf<typeof loadPublicDoc>
export type ReportData = DataOf<typeof loadReport>
export type SellerData = DataOf<typeof loadSeller>
export type SignInData = DataOf<typeof loadSignIn>
export type SignInCodeData = DataOf<typeof loadSignInCode>
export type SignInLinkData = DataOf<typeof loadSignInLink>
export type TermsData = DataOf<typeof loadTerms>
export type TrashedWorkspacesData = DataOf<typeof loadTrashedWorkspaces>
export type UnsubscribeData = DataOf<typeof loadUnsubscribe>
export type UploadData = DataOf<typeof loadUpload>
