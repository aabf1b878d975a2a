/**
 * The names that people read in several places: pages, the palette, mails, notifications and CSV files. Each thing and
 * each state has one. A name that only one place shows stands there.
 */

/** The states of a purchase. */
export const purchaseWords = {
  created: "Started",
  open: "Unpaid",
  pending_async: "Pending",
  paid: "Paid",
  fulfilled: "Delivered",
  comped: "Delivered free",
  fulfil_failed: "Needs review",
  expired: "Expired",
  failed: "Failed",
  refunding: "Refunding",
  refunded: "Refunded",
  disputed: "Disputed",
  revoked: "Revoked",
} as const

/** The areas of the console, as the sidebar, the palette and page headings name them. */
export const areaWords = {
  needsAttention: "Needs attention",
  sales: "Sales",
  paymentIssues: "Payment issues",
  availability: "Availability",
  notificationSettings: "Notification settings",
  connectedApps: "Connected apps",
} as const

export const roleWords = { owner: "Owner", admin: "Admin", member: "Member", viewer: "Viewer" } as const
