export interface PrivacyData {
  contact: string
}
