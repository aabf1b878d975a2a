import type { SharedLimits } from "#kernel/bounds/shared-limits.ts"
import { limitsReader, type NamedLimit, writeLimits } from "./named-limits.ts"
import { readBy } from "./schemas.ts"

const most = 1_000_000_000

/** A class of 300 people behind one address is stopped by none of the limits for networks. */
const limits: Readonly<Record<keyof SharedLimits, NamedLimit>> = {
  pairSignInMails: { name: "pair-sign-in-mails", value: 5, most },
  addressSignInMails: { name: "address-sign-in-mails", value: 20, most },
  networkSignInMails: { name: "network-sign-in-mails", value: 400, most },
  installationSignInMails: { name: "installation-sign-in-mails", value: 20_000, most },
  addressMails: { name: "address-mails", value: 6, most },
  networkMails: { name: "network-mails", value: 1_000, most },
  offerMails: { name: "offer-mails", value: 300, most },
  sellerMails: { name: "seller-mails", value: 600, most },
  installationMails: { name: "installation-mails", value: 5_000, most },
  browserCheckouts: { name: "browser-checkouts", value: 10, most },
  addressCheckouts: { name: "address-checkouts", value: 10, most },
  networkCheckouts: { name: "network-checkouts", value: 200, most },
  networkStockPercent: { name: "network-stock-percent", value: 50, most: 100 },
  installationDomainLooks: { name: "installation-domain-looks", value: 600, most },
  accountCertificates: { name: "account-certificates", value: 10, most },
  installationCertificates: { name: "installation-certificates", value: 15, most },
}

/** The setting without its name. */
export const sharedLimits = {
  schema: readBy(limitsReader<SharedLimits>(limits), "must be limits such as `network-sign-in-mails=400`"),
  default: writeLimits<SharedLimits>(limits),
  help: "Limits of people who share a network, an address, an offer or a seller; omitted limits keep their defaults. Mails are counted per hour: `…-sign-in-mails` have a sign-in code; `…-mails` need no payment (receipts of free offers and gifts, links from claim pages). The offer, the seller and the installation count only mails to unverified addresses. `…-checkouts` are the open, unpaid checkouts of one seller. `network-stock-percent` is the share of a limited stock that a network may hold unpaid. `installation-domain-looks` are the checks of workspaces' domains in a minute. `account-certificates` are the new certificates in a day for the workspaces that an account owns; `installation-certificates` are the new certificates in ten minutes for all.",
}
