import { loadClaim, loadClaimJson } from "./claim/load.ts"
import { loadConsent } from "./consent/load.ts"
import { workspacePath } from "./console/in-workspace.ts"
import { loadConsole } from "./console/load.ts"
import { loadDelivery, loadDeliveryJson } from "./delivery/load.ts"
import { loadEvents } from "./developers/events/load.ts"
import { loadDevelopers } from "./developers/load.ts"
import { guidePages } from "./developers/load-guide.ts"
import { eventsPath, referencePath, toolsPath } from "./developers/manual.ts"
import { loadReference } from "./developers/reference/load.ts"
import { triedAddress } from "./developers/reference/try.ts"
import { loadTools } from "./developers/tools/load.ts"
import { loadEmbed } from "./embed/load.ts"
import { loadHome } from "./home/load.ts"
import { loadInvitation } from "./invitation/load.ts"
import { loadMail, loadMailbox } from "./mailbox/load.ts"
import { loadNewWorkspace } from "./new-workspace/load.ts"
import type { Page } from "./page.ts"
import { loadPay, loadPayJson } from "./pay/load.ts"
import { loadPrivacy, privacyElsewhere } from "./privacy/load.ts"
import { loadPublicDoc, loadPublicDocJson } from "./public-doc/load.ts"
import { loadReport } from "./report/load.ts"
import { loadSeller } from "./seller/load.ts"
import { loadShare, loadShareJson } from "./share/load.ts"
import { loadSignIn, loadSignInCode, loadSignInLink, pastSignIn } from "./sign-in/load.ts"
import { loadTerms, termsElsewhere } from "./terms/load.ts"
import { loadTrashedWorkspaces } from "./trashed-workspaces/load.ts"
import { loadUnsubscribe } from "./unsubscribe/load.ts"
import { loadUpload, loadUploadJson } from "./upload/load.ts"

/** Every page, once. The error page is not listed: it has no address, and replaces other pages. */
export const pages: readonly Page[] = [
  { id: "console", path: workspacePath, isPrivate: true, needs: "person", load: loadConsole("workspace") },
  { id: "console", path: `${workspacePath}/*`, isPrivate: true, needs: "person", load: loadConsole("workspace") },
  { id: "console", path: "/account", isPrivate: true, needs: "person", load: loadConsole("account") },
  { id: "console", path: "/account/*", isPrivate: true, needs: "person", load: loadConsole("account") },
  { id: "console", path: "/operator", isPrivate: true, needs: "person", load: loadConsole("operator") },
  { id: "console", path: "/operator/*", isPrivate: true, needs: "person", load: loadConsole("operator") },
  { id: "home", path: "/", isPrivate: false, load: loadHome },
  { id: "developers", path: "/developers", isPrivate: false, load: loadDevelopers },
  { id: "reference", path: referencePath, isPrivate: false, leadsOn: triedAddress, load: loadReference },
  { id: "tools", path: toolsPath, isPrivate: false, load: loadTools },
  { id: "events", path: eventsPath, isPrivate: false, load: loadEvents },
  ...guidePages,
  { id: "terms", path: "/terms", isPrivate: false, leadsOn: termsElsewhere, load: loadTerms },
  { id: "privacy", path: "/privacy", isPrivate: false, leadsOn: privacyElsewhere, load: loadPrivacy },
  { id: "report", path: "/report", isPrivate: false, needs: "browser", load: loadReport },
  { id: "pay", path: "/pay/:key", isPrivate: false, countsMisses: true, load: loadPay, loadJson: loadPayJson },
  { id: "seller", path: "/@:slug", isPrivate: false, load: loadSeller },
  { id: "embed", path: "/pay/:key/embed", isPrivate: true, isFramed: true, countsMisses: true, load: loadEmbed },
  { id: "delivery", path: "/delivery/:link", isPrivate: true, load: loadDelivery, loadJson: loadDeliveryJson },
  { id: "upload", path: "/u/:token", isPrivate: true, countsMisses: true, load: loadUpload, loadJson: loadUploadJson },
  { id: "share", path: "/share/:token", isPrivate: true, countsMisses: true, load: loadShare, loadJson: loadShareJson },
  {
    id: "public-doc",
    path: "/d/:key",
    isPrivate: true,
    countsMisses: true,
    load: loadPublicDoc,
    loadJson: loadPublicDocJson,
  },
  { id: "claim", path: "/claim/:purchaseId", isPrivate: true, load: loadClaim, loadJson: loadClaimJson },
  { id: "sign-in", path: "/sign-in", isPrivate: true, needs: "browser", leadsOn: pastSignIn, load: loadSignIn },
  { id: "sign-in-code", path: "/sign-in/code/:signInId", isPrivate: true, needs: "browser", load: loadSignInCode },
  { id: "sign-in-link", path: "/sign-in/link/:link", isPrivate: true, needs: "browser", load: loadSignInLink },
  { id: "mailbox", path: "/mailbox", isPrivate: true, load: loadMailbox },
  { id: "mail", path: "/mailbox/:mail", isPrivate: true, load: loadMail },
  { id: "new-workspace", path: "/workspaces/new", isPrivate: true, needs: "person", load: loadNewWorkspace },
  {
    id: "trashed-workspaces",
    path: "/workspaces/trash",
    isPrivate: true,
    needs: "person",
    load: loadTrashedWorkspaces,
  },
  { id: "invitation", path: "/invitations/:token", isPrivate: true, needs: "browser", load: loadInvitation },
  { id: "unsubscribe", path: "/unsubscribe/:token", isPrivate: true, load: loadUnsubscribe },
  { id: "consent", path: "/consent/:requestId", isPrivate: true, needs: "person", load: loadConsent },
]
