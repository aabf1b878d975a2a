export interface TermsData {
  /** The mail address of those who run the installation. */
  contact: string
}
