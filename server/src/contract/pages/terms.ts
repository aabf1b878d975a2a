export interface TermsData {
  /** The operators' mail address. */
  contact: string
}
