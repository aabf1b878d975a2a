/** The parts of the service that have objectives of their own. The rest has none. */
export type MeasuredArea = "redirects" | "pay" | "console" | "tools" | "docs" | "pages" | "sign-in" | "files" | "other"

const patterns: readonly (readonly [RegExp, MeasuredArea])[] = [
  [/^followLink$/, "redirects"],
  [/^(getOffer|startCheckout|verifyPayment|redeemGift)$|^\/(pay|delivery|claim)\//, "pay"],
  [/^\/(files|u|uploads|share|console\/uploads)\b/, "files"],
  [/^\/console\/|^\/:workspace/, "console"],
  [/^mcp$/, "tools"],
  [/^docs-update$/, "docs"],
  [/oauth|^\/sign-in|^\/consent\//, "sign-in"],
  [/^\/(account|operator|developers|terms|privacy|report|d|workspaces|invitations|unsubscribe)\b|^\/$/, "pages"],
]

export function areaOf(endpoint: string): MeasuredArea {
  return patterns.find(([pattern]) => pattern.test(endpoint))?.[1] ?? "other"
}
