import type { EmbedData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { sendWithCalls } from "../../api/call.ts"
import { hydrateIsland } from "../../hydrate.tsx"
import { Island } from "../pay/island.tsx"

// The server answers with a cookie that browsers keep in a frame, and ignores who is signed in.
sendWithCalls({ "svc-frame": "1" })
talkToSite()
hydrateIsland(Island)

/** `size`: in CSS pixels. `paid`: the key of the offer, which proves nothing to the site; its webhook does. */
type Message =
  | { type: "atelier:ready" | "atelier:close" }
  | { type: "atelier:size"; height: number }
  | { type: "atelier:leave"; url: string }
  | { type: "atelier:paid"; offer: string }

type Say = (message: Message) => void

/** Exchanges messages with the page that frames the checkout. They are sent only to origins that the seller listed. */
function talkToSite(): void {
  const pageData = document.getElementById("page-data")?.textContent ?? ""
  const { sites, offerKey } = (JSON.parse(pageData) as { data: EmbedData["island"] }).data
  let site: string | undefined
  // Before its greeting the site is one of those that may frame the page. A browser delivers to the right one only.
  const say: Say = (message) => {
    for (const to of site ? [site] : sites) parent.postMessage(message, to)
  }
  closeOnRequest(say)
  addEventListener("message", ({ source, origin, data }) => {
    if (source !== parent || !sites.includes(origin) || site !== undefined) return
    if (data?.type !== "atelier:hello" || data.v !== 1) return
    site = origin
    say({ type: "atelier:ready" })
    document.querySelector("main")?.focus({ preventScroll: true })
    const { body } = document
    new ResizeObserver(() => say({ type: "atelier:size", height: body.scrollHeight })).observe(body)
    addEventListener("paid", () => say({ type: "atelier:paid", offer: offerKey }))
    leaveOnTop(say)
  })
}

/** The key Escape does not reach the dialog of the page around, so the frame sends a message. */
function closeOnRequest(say: Say): void {
  const close = () => say({ type: "atelier:close" })
  addEventListener("keydown", (event) => event.key === "Escape" && !event.defaultPrevented && close())
  document.querySelector("[data-closes]")?.addEventListener("click", close)
}

/**
 * Other pages cannot be loaded in the frame: not those of this service, and not those of banks to which a payment form
 * leads. The page around opens them. Links beside the checkout open a new tab, so that the checkout stays.
 */
function leaveOnTop(say: Say): void {
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href^='/'], a[href^='http']")
    if (!link) return
    const isOnward = link.target === "_top" || link.closest("#island") !== null
    if (!isOnward) link.target = "_blank"
    if (!isOnward || event.defaultPrevented) return
    event.preventDefault()
    say({ type: "atelier:leave", url: link.href })
  })
  window.navigation?.addEventListener("navigate", (event) => {
    const { url } = event.destination
    if (!event.cancelable || new URL(url).pathname === location.pathname) return
    event.preventDefault()
    say({ type: "atelier:leave", url })
  })
}
