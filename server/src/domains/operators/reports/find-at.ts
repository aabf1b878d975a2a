import type { Outside, Reading } from "#access/context.ts"
import { percentDecoded } from "#contract/link-name.ts"
import { findWorkspaceOfKey } from "#domains/docs/index.ts"
import { findGenuineLink, findGenuineShareLink } from "#domains/drive/index.ts"
import { findDelivered } from "#domains/handover/index.ts"
import { findFollowedLink, slugOfPath } from "#domains/links/index.ts"
import { withoutLeftovers } from "#kernel/addresses.ts"
import { slugOrNone } from "#kernel/id-input.ts"
import type { SubjectName } from "../subject-store.ts"
import { nameLink, nameOffer, nameWorkspace } from "./found-at-store.ts"
import type { ReportRow } from "./report-store.ts"

export interface FoundAt extends SubjectName {
  seen_as: ReportRow["seen_as"]
}

type Cx = Reading & Pick<Outside, "addresses" | "keyring">

/**
 * Finds the subject at an address. A delivery counts as its offer; an upload page, shared files and a public doc as
 * their workspace. A secret address is found only when it is complete. An address where nothing is found is read again
 * without what the text that it was copied from appended.
 */
export async function findAt(cx: Cx, text: string): Promise<FoundAt | undefined> {
  const exact = await findExactly(cx, text)
  const meant = exact ? text : withoutLeftovers(text)
  return meant === text ? exact : findExactly(cx, meant)
}

async function findExactly(cx: Cx, text: string): Promise<FoundAt | undefined> {
  const url = readAddress(cx, text)
  if (!url) return undefined
  const short = below(cx.addresses.short, url)
  const base = below(cx.addresses.base, url)
  const link = short === undefined && base !== undefined ? undefined : await findLink(cx, url, short)
  return link ?? (base === undefined ? undefined : findPage(cx, base))
}

/** Reads an address, with or without `https://`, or a path of this service. */
function readAddress({ addresses }: Cx, text: string): URL | undefined {
  const trimmed = text.trim()
  if (trimmed.startsWith("/")) return URL.parse(trimmed, addresses.base) ?? undefined
  const url = URL.parse(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  return url ?? undefined
}

/** The parts of the path below `address`; undefined on another host or outside the path of `address`. */
function below(address: string, { host, pathname }: URL): string[] | undefined {
  const own = new URL(address)
  const root = own.pathname.replace(/\/$/, "")
  if (host !== own.host || !`${pathname}/`.startsWith(`${root}/`)) return undefined
  return pathname.slice(root.length).split("/").filter(Boolean)
}

async function findLink(cx: Cx, url: URL, short: string[] | undefined): Promise<FoundAt | undefined> {
  const parts = short ?? url.pathname.split("/").filter(Boolean)
  const slug = slugOfPath(percentDecoded(parts.join("/")))
  if (slug === undefined) return undefined
  const followed = await findFollowedLink(cx, { hostname: short ? null : url.hostname, slug })
  const name = followed?.workspace_deleted_at === null ? await nameLink(cx, followed.id) : undefined
  return name && { ...name, seen_as: "link" }
}

async function findPage(cx: Cx, [first = "", second]: readonly string[]): Promise<FoundAt | undefined> {
  if (first === "pay" && second !== undefined) return seenAs("pay page", await nameOffer(cx, slugOrNone(second)))
  if (first === "delivery" && second !== undefined) return findDelivery(cx, second)
  if (first === "u" && second !== undefined) return findUpload(cx, second)
  if (first === "share" && second !== undefined) return findShared(cx, second)
  if (first === "d" && second !== undefined) return inWorkspace("doc", await findWorkspaceOfKey(cx, slugOrNone(second)))
  return seenAs("workspace", await nameWorkspace(cx, slugOrNone(first.replace(/^@/, ""))))
}

async function findDelivery(cx: Cx, link: string): Promise<FoundAt | undefined> {
  const bought = await findDelivered(cx, link)
  return (
    bought && {
      subject_kind: "offer",
      subject_id: bought.offer_id,
      workspace_id: bought.workspace_id,
      seen_as: "delivery",
    }
  )
}

async function findUpload(cx: Cx, token: string): Promise<FoundAt | undefined> {
  return inWorkspace("upload page", await findGenuineLink(cx, token))
}

async function findShared(cx: Cx, token: string): Promise<FoundAt | undefined> {
  return inWorkspace("shared files", await findGenuineShareLink(cx, token))
}

/** Things without their own suspension count as their workspace. */
function inWorkspace(
  seen_as: FoundAt["seen_as"],
  link: Pick<FoundAt, "workspace_id"> | undefined,
): FoundAt | undefined {
  return link && { subject_kind: "workspace", subject_id: link.workspace_id, workspace_id: link.workspace_id, seen_as }
}

const seenAs = (seen_as: FoundAt["seen_as"], name: SubjectName | undefined) => name && { ...name, seen_as }
