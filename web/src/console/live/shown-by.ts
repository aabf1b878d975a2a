import type { ChangeKind } from "../../../../server/src/contract/change-kinds.ts"
import type { ReadName } from "../calls.ts"

/** The reads that show each kind of change: a change of that kind makes them stale. */
export const shownBy: Readonly<Record<ChangeKind, readonly ReadName[]>> = {
  assistant: ["get-assistant-settings", "list-assistant-entries", "preview-tool-permissions"],
  channel: ["get-channel", "list-streamelements-commands"],
  connections: ["list-workspace-connections", "list-workspace-audit-entries"],
  docs: [
    "browse-docs",
    "get-doc",
    "get-doc-link",
    "list-doc-versions",
    "list-trashed-docs",
    "list-workspace-audit-entries",
    "resolve-links",
    "search-doc-text",
    "search-docs",
  ],
  domains: ["list-domains", "browse-links", "list-links", "get-link", "list-former-slugs"],
  drive: [
    "get-file",
    "get-own-offer",
    "get-storage",
    "list-drive-trash",
    "list-folder",
    "list-share-links",
    "list-upload-links",
    "resolve-links",
    "search-drive-files",
  ],
  "gift-codes": ["list-gift-codes"],
  invitations: ["list-invitations"],
  links: [
    "browse-links",
    "count-links",
    "find-trashed-link",
    "list-link-imports",
    "get-link",
    "get-own-seller-page",
    "list-former-slugs",
    "list-link-tags",
    "list-links",
    "list-workspace-audit-entries",
    "resolve-links",
  ],
  members: [
    "get-own-workspace",
    "get-team-week",
    "get-team-time",
    "list-invitations",
    "list-members",
    "list-share-links",
    "list-upload-links",
    "list-workspace-connections",
    "resolve-links",
  ],
  money: ["list-own-unclear-money"],
  notifications: ["count-notifications", "list-notifications"],
  offers: ["get-own-offer", "get-own-seller-page", "list-offers", "resolve-links"],
  "payment-accounts": ["list-payment-accounts", "get-selling"],
  purchases: [
    "get-own-offer",
    "get-purchase",
    "get-revenue",
    "list-gift-codes",
    "list-offers",
    "list-own-unclear-money",
    "list-purchases",
    "search-buyers",
  ],
  "seller-page": ["get-own-seller-page"],
  "share-links": ["list-share-links", "list-folder", "get-file"],
  "team-time": ["get-team-week", "get-team-time", "get-working-hours"],
  "tool-servers": ["get-assistant-settings", "get-tool-server", "list-tool-servers"],
  "upload-links": ["list-upload-links"],
  webhooks: [
    "get-endpoint-backlog",
    "get-webhook-delivery",
    "list-endpoint-outcomes",
    "list-endpoints",
    "list-webhook-deliveries",
  ],
  workspace: ["get-own-seller-page", "get-own-workspace"],
}

/** Reads that show every kind. */
const always: readonly ReadName[] = ["get-overview"]

/** The stale reads; undefined means all of them, also for a kind that is newer than this page. */
export function namesShowing(kinds: readonly string[] | "all"): ReadonlySet<string> | undefined {
  if (kinds === "all" || !kinds.every((kind) => kind in shownBy)) return undefined
  return new Set([...kinds.flatMap((kind) => shownBy[kind as ChangeKind]), ...always])
}
