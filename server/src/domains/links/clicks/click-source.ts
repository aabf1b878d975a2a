import { isPublicName } from "#domains/workspaces/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

export const deviceClasses = ["phone", "tablet", "desktop", "other"] as const

/** What is stored of a click beside its link and its day. It cannot tell two visitors apart. */
export interface ClickSource {
  device: (typeof deviceClasses)[number]
  /** The public host of the page that led here, without `www.`; empty where none was named. */
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
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return ""
  const host = url.hostname.replace(/^www\./, "").replace(/\.$/, "")
  return isPublicName(host) ? host : ""
}
