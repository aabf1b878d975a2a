/** Whom the installation lets in. */
export interface Admission {
  /** Whether an address that is not known yet, and was not invited, may make an account. */
  readonly isSignUpOpen: boolean
  /** The addresses of those who run the installation. */
  readonly operators: readonly string[]
}
