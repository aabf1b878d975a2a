import type { PageForm, RefusalData } from "./page-form.ts"

export interface InvitationData {
  workspaceName: string
  /** Who invites: a name, or else an address. */
  inviter: string
  /** The address that it is for. */
  email: string
  role: string
  isSignedIn: boolean
  /** Null unless the visitor is signed in with the invited address. */
  accept: PageForm | null
  /** Where the invited person signs in first. */
  signInPath: string
  refusal: RefusalData | null
}
