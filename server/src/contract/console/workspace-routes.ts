import { areaWords } from "../words.ts"
import { listSorts, sortOf } from "./list-sorts.ts"
import { type ConsoleRoute, given, list, type Role, read } from "./route.ts"

/** How many days the charts of revenue show. The first is the default. */
export const revenueSpans: readonly number[] = [30, 90]

/** The number of days in the address, where it is one of `spans`; otherwise the first of them. */
export function spanOf(asked: string | undefined, spans: readonly number[]): number {
  return spans.find((days) => String(days) === asked) ?? spans[0] ?? 30
}

const managers: ReadonlySet<Role | null> = new Set(["owner", "admin"])

export const workspaceRoutes: readonly ConsoleRoute[] = [
  {
    id: "overview",
    path: "/",
    title: "Overview",
    key: "o",
    group: "Work",
    reads: () => [read("get-overview")],
  },
  {
    id: "assistant",
    path: "/assistant",
    title: "Assistant",
    key: "a",
    group: "Work",
    reads: () => [list("list-conversations"), read("get-assistant-settings")],
  },
  {
    id: "assistant/conversation",
    path: "/assistant/$id",
    title: "Conversation",
    reads: ({ params: { id } }) => [read("get-conversation", { id }), list("list-conversations")],
  },
  {
    id: "links",
    path: "/links",
    title: "Links",
    key: "l",
    group: "Work",
    reads: ({ search: { q, tag, imported, trash, sort }, role }) => [
      list("browse-links", {
        ...given({ limit: 100, withRecent: true, sort: sortOf(sort, listSorts.links) }),
        ...given({ query: q, tag, importId: imported, inTrash: trash === "1" || undefined }),
      }),
      read("list-link-tags"),
      ...(role === "viewer" ? [] : [read("list-domains")]),
    ],
  },
  {
    id: "drive",
    path: "/drive",
    title: "Drive",
    key: "d",
    group: "Work",
    reads: ({ search: { folder, q, trash, open, share, sort } }) => [
      trash === "1"
        ? list("list-drive-trash")
        : list("list-folder", given({ folderId: folder, query: q, sort: sortOf(sort, listSorts.files) })),
      read("get-storage"),
      ...(open === undefined ? [] : [read("get-file", { id: open })]),
      ...(share === undefined ? [] : [list("list-share-links", { of: share })]),
    ],
  },
  {
    id: "upload-links",
    path: "/drive/upload-links",
    title: "Upload links",
    role: "member",
    reads: ({ search: { sort } }) => [list("list-upload-links", given({ sort: sortOf(sort, listSorts.uploadLinks) }))],
  },
  {
    id: "share-links",
    path: "/drive/share-links",
    title: "Share links",
    role: "member",
    reads: ({ search: { sort } }) => [list("list-share-links", given({ sort: sortOf(sort, listSorts.shareLinks) }))],
  },
  {
    id: "docs",
    path: "/docs",
    title: "Docs",
    key: "n",
    group: "Work",
    reads: ({ search: { q, sort, starred, trash } }) =>
      trash === "1"
        ? [list("list-trashed-docs")]
        : q
          ? [list("search-doc-text", given({ query: q, isStarred: starred === "1" || undefined }))]
          : [
              list(
                "browse-docs",
                given({
                  isStarred: starred === "1" || undefined,
                  sort: sortOf(sort, listSorts.docs),
                }),
              ),
            ],
  },
  { id: "doc", path: "/docs/$id", title: "Doc", reads: ({ params: { id } }) => [read("get-doc", { id })] },
  {
    id: "offers",
    path: "/offers",
    title: "Offers",
    key: "f",
    group: areaWords.sales,
    reads: ({ search: { state, sort } }) => [
      list("list-offers", given({ state, sort: sortOf(sort, listSorts.offers) })),
      read("get-selling"),
    ],
  },
  {
    id: "offer/new",
    path: "/offers/new",
    title: "Create offer",
    role: "member",
    reads: ({ search: { add, cover, q = "" } }) => [
      read("get-own-workspace"),
      ...(add === "1" || cover === "1" ? [list("search-drive-files", { query: q })] : []),
    ],
  },
  {
    id: "offer",
    path: "/offers/$offer",
    title: "Offer",
    reads: ({ params: { offer: id }, search: { add, cover, q = "" } }) => [
      read("get-own-offer", { id }),
      read("get-own-workspace"),
      read("get-selling"),
      ...(add === "1" || cover === "1" ? [list("search-drive-files", { query: q })] : []),
    ],
  },
  {
    id: "purchases",
    path: "/purchases",
    title: "Purchases",
    key: "p",
    group: areaWords.sales,
    role: "member",
    reads: ({ search: { state, offer, q, open, days, sort } }) => [
      list("list-purchases", given({ state, offerId: offer, buyer: q, sort: sortOf(sort, listSorts.purchases) })),
      read("get-revenue", { days: spanOf(days, revenueSpans) }),
      read("list-offers", { limit: 100 }),
      ...(open ? [read("get-purchase", { id: open })] : []),
    ],
  },
  {
    id: "gift-codes",
    path: "/gift-codes",
    title: "Gift codes",
    key: "g",
    group: areaWords.sales,
    role: "admin",
    reads: ({ search: { sort } }) => [
      list("list-gift-codes", given({ sort: sortOf(sort, listSorts.giftCodes) })),
      read("list-offers", { limit: 100 }),
    ],
  },
  {
    id: "unclear-money",
    path: "/unclear-money",
    title: areaWords.paymentIssues,
    key: "u",
    isSeldom: true,
    group: areaWords.sales,
    role: "admin",
    reads: ({ search: { settled } }) => [list("list-own-unclear-money", { isSettled: settled === "yes" })],
  },
  {
    id: "team",
    path: "/team",
    title: "Members",
    key: "m",
    group: "Team",
    reads: ({ role }) => [read("list-members"), ...(managers.has(role) ? [read("list-invitations")] : [])],
  },
  {
    id: "team-time",
    path: "/team-time",
    title: areaWords.availability,
    key: "t",
    group: "Team",
    reads: ({ search: { from, panel } }) => [
      read("get-team-week", given({ from })),
      read("get-working-hours"),
      ...(panel === "plan" ? [read("get-team-time")] : []),
    ],
  },
  {
    id: "chat-commands",
    path: "/chat-commands",
    title: "Chat commands",
    key: "c",
    group: "Team",
    reads: () => [read("get-channel")],
  },
  {
    id: "settings",
    path: "/settings",
    title: "General",
    key: "s",
    group: "Settings",
    reads: ({ search: { logo, q = "" }, role }) => [
      read("get-own-workspace"),
      ...(role === "owner" ? [read("list-members")] : []),
      ...(logo === "1" ? [list("search-drive-files", { query: q })] : []),
    ],
  },
  {
    id: "domains",
    path: "/settings/domains",
    title: "Domains",
    group: "Settings",
    role: "member",
    reads: () => [read("list-domains")],
  },
  {
    id: "assistant-settings",
    path: "/settings/assistant",
    title: "Assistant settings",
    group: "Settings",
    reads: ({ search: { part, tool, outcome }, role }) => [
      read("get-assistant-settings"),
      ...(part === "record" && managers.has(role) ? [list("list-assistant-entries", given({ tool, outcome }))] : []),
    ],
  },
  {
    id: "connected-apps",
    path: "/settings/connected-apps",
    title: areaWords.connectedApps,
    group: "Settings",
    reads: ({ search: { open } }) => [
      list("list-workspace-connections", { limit: 100 }),
      ...(open ? [list("list-workspace-audit-entries", { id: open })] : []),
    ],
  },
  {
    id: "tool-servers",
    path: "/settings/tool-servers",
    title: "Tool servers",
    group: "Settings",
    role: "member",
    reads: ({ search: { open }, role }) => [
      read("list-tool-servers"),
      ...(open && managers.has(role) ? [read("get-tool-server", { id: open })] : []),
    ],
  },
  {
    id: "seller-page",
    path: "/settings/seller-page",
    title: "Seller page",
    group: "Settings",
    role: "admin",
    reads: ({ search: { add, q } }) => [
      read("get-own-seller-page"),
      read("get-own-workspace"),
      ...(add === "link" ? [list("browse-links", given({ limit: 50, query: q }))] : []),
      ...(add === "offer" ? [list("list-offers", { limit: 100 })] : []),
    ],
  },
  {
    id: "webhooks",
    path: "/settings/webhooks",
    title: "Webhooks",
    group: "Settings",
    role: "admin",
    reads: ({ search: { open: id, event: eventId, outcome } }) => [
      read("list-endpoints"),
      read("list-endpoint-outcomes"),
      ...(id ? [list("list-webhook-deliveries", given({ id, outcome })), read("get-endpoint-backlog", { id })] : []),
      ...(id && eventId ? [read("get-webhook-delivery", { id, eventId })] : []),
    ],
  },
  {
    id: "payouts",
    path: "/settings/payouts",
    title: "Payouts",
    group: "Settings",
    role: "admin",
    reads: () => [read("list-payment-accounts"), read("get-selling")],
  },
]
