import { isPublicName } from "#domains/workspaces/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

export const deviceClasses = ["phone", "tablet", "desktop", "other"] as const

/** The stored facts of a click beside its link and its day. They do not distinguish visitors. */
export interface ClickSource {
  device: (typeof deviceClasses)[number]
  /** The site whose page led here, as its host, or the id of the Android app; empty where none was named. */
  referrer: string
  /** The country of the visitor's network, ISO 3166-1; left out where it is not known. */
  country?: string | undefined
}

export interface Click extends ClickSource {
  /** The link's id. */
  id: string
  workspaceId: WorkspaceId
}

/** The referrer of all clicks above the cap of a link's day. No host has this name. */
export const otherReferrers = "*"

export function readClickSource(
  headers: { "user-agent"?: string | undefined; referer?: string | undefined },
  country?: string,
): ClickSource {
  const { "user-agent": userAgent = "", referer = "" } = headers
  return { device: readDevice(userAgent), referrer: referer === "" ? "" : readReferrer(referer), country }
}

function readDevice(userAgent: string): ClickSource["device"] {
  if (/ipad|tablet|kindle|silk\/|android(?!.*mobile)/i.test(userAgent)) return "tablet"
  if (/mobi|iphone|ipod|android/i.test(userAgent)) return "phone"
  return /windows|macintosh|x11|cros|linux/i.test(userAgent) ? "desktop" : "other"
}

/** Private names and IP addresses tell more about the visitor than about a site, so they are left out. */
function readReferrer(referer: string): string {
  const url = URL.parse(referer)
  if (url?.protocol === "android-app:") return readApp(url.hostname.toLowerCase())
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return ""
  return siteOf(url.hostname.replace(/\.$/, ""))
}

function siteOf(host: string): string {
  const site = sites.get(host.split(".").slice(-2).join("."))
  if (site !== undefined) return site
  const named = [host.replace(/^(?:www|m|mobile|amp)\./, ""), host].find(isPublicName)
  return named ?? ""
}

/** Some apps send the host of their site in place of their id. */
function readApp(id: string): string {
  if (/^(?:www|m)\./.test(id)) return siteOf(id)
  return id.length <= 100 && /^[a-z]\w*(?:\.[a-z]\w*)+$/.test(id) ? id : ""
}

/**
 * Sites whose hosts are one source: those for telephones, those that only redirect, and short or former names. Each row
 * has the domains of a site, the one that is shown first.
 */
const sites: ReadonlyMap<string, string> = new Map(
  [
    ["bsky.app"],
    ["discord.com", "discord.gg", "discordapp.com"],
    ["facebook.com", "fb.com", "fb.me"],
    ["instagram.com", "ig.me"],
    ["linkedin.com", "lnkd.in"],
    ["messenger.com", "m.me"],
    ["pinterest.com", "pin.it"],
    ["reddit.com", "redd.it"],
    ["threads.com", "threads.net"],
    ["slack.com", "slack-redir.net"],
    ["telegram.org", "t.me", "telegram.me"],
    ["tiktok.com"],
    ["vk.com", "vk.ru"],
    ["whatsapp.com", "wl.co", "wa.me"],
    ["x.com", "t.co", "twitter.com"],
    ["youtube.com", "youtu.be"],
  ].flatMap((domains) => domains.map((domain) => [domain, domains[0] ?? domain] as const)),
)
