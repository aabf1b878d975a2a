export interface ErrorData {
  status: number
  title: string
  message: string
  hint: string | null
  /** Whether a code or a link did not sign in. */
  isSignIn: boolean
}
