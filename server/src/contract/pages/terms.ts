export interface TermsData {
  contact: string
}
