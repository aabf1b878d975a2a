export interface UnsubscribeData {
  formAction: string
  /** The subject of the mails. */
  title: string
  isStopped: boolean
}
