import type { PageForm, RefusalData } from "./page-form.ts"

export interface InvitationData {
  workspaceName: string
  /** The inviter's name, or their address without one. */
  inviter: string
  email: string
  role: string
  isSignedIn: boolean
  /** Null unless the visitor is signed in with the invited address. */
  accept: PageForm | null
  /** The page where the invited person signs in first. */
  signInPath: string
  refusal: RefusalData | null
}
