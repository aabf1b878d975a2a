/** Limits of people who share a network, an address, an offer, a seller or the installation. Mails are per hour. */
export interface SharedLimits {
  /** Sign-in mails to one address that one network asks for. */
  readonly pairSignInMails: number
  readonly addressSignInMails: number
  readonly networkSignInMails: number
  readonly installationSignInMails: number
  /** Mails about purchases that are asked for without a payment. */
  readonly addressMails: number
  readonly networkMails: number
  /** From here on, only mails to unverified addresses count. */
  readonly offerMails: number
  readonly sellerMails: number
  readonly installationMails: number
  /** Open, unpaid checkouts of one seller. */
  readonly browserCheckouts: number
  readonly addressCheckouts: number
  readonly networkCheckouts: number
  /** The share of a limited stock, in per cent, that one network may hold unpaid. */
  readonly networkStockPercent: number
  /** Looks at domains in a minute: those by the schedule, and as many again for visitors who arrive. */
  readonly installationDomainLooks: number
  /** New certificates: in a day of workspaces that one account owns, and in ten minutes of all. */
  readonly accountCertificates: number
  readonly installationCertificates: number
}
