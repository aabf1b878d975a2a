export interface PrivacyData {
  /** The operators' mail address. */
  contact: string
}
