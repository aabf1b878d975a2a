export interface UnsubscribeData {
  formAction: string
  /** What the mails are about. */
  title: string
  isStopped: boolean
}
