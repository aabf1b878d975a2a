export interface ClaimData {
  formAction: string
  wasSent: boolean
}
