export interface PrivacyData {
  /** The mail address of those who run the installation. */
  contact: string
}
