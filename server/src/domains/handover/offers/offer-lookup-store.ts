import type { Reading } from "#access/context.ts"
import { selectFields } from "#access/from-row.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { ReadDb } from "#storage/database.ts"
import { workspaceOfKey } from "#storage/directory.ts"
import { sameWorkspace } from "#storage/own-row.ts"
import { prepared } from "#storage/prepared.ts"
import { isReachable } from "#storage/reachable.ts"
import {
  findSellerProcessorAccounts,
  type SellerColumns,
  toSellerProcessorAccounts,
} from "../seller-processor-account-store.ts"
import type { SellerProcessorAccounts } from "../selling.ts"
import { type ShownFields, shownNames } from "./offer-fields.ts"
import { listOfferFiles } from "./offer-file-store.ts"
import type { PurchaseSnapshot } from "./purchase-snapshot.ts"

/** An offer as its pay link shows it. Only published offers that are not suspended are found. */
export interface PublicOffer extends ShownFields {
  id: string
  workspaceId: WorkspaceId
  key: string
  shortKey: string
  stockLimit: number | null
  unitsTaken: number
  /** When the seller paused the sale. A paused offer is shown, and cannot be bought. */
  pausedAt: number | null
  sellerName: string
  sellerSlug: string
  processorAccounts: SellerProcessorAccounts
  files: (PurchaseSnapshot["files"][number] & { sizeBytes: number })[]
  isOwnWorkspace: boolean
}

type Row = Omit<PublicOffer, "files" | "accounts" | "isOwnWorkspace"> &
  SellerColumns & {
    fileKey: string | null
    fileId: string | null
    fileName: string | null
    storedName: string | null
    sizeBytes: number | null
  }

/** One query for an offer and its files: one row for each file, or a single row without a file. */
const byShortKey = prepared<{ shortKey: string }, Row>((db, arg) => offerRows(db, arg("shortKey")))

const byShortKeyFor = prepared<{ shortKey: string; accountId: string }, Row & { member: string | null }>((db, arg) =>
  offerRows(db, arg("shortKey"))
    .leftJoin("members", (join) =>
      join.onRef("members.workspace_id", "=", "offers.workspace_id").on("members.account_id", "=", arg("accountId")),
    )
    .select("members.account_id as member"),
)

const paymentAccountColumns = [
  "own.id as ownId",
  "own.publishable_key as ownKey",
  "ownState.state as ownState",
  "installation.state as installationState",
] as const

const offerColumns = [
  ...selectFields("offers", ["id", "workspaceId", "key", "shortKey", ...shownNames]),
  ...selectFields("offers", ["stockLimit", "unitsTaken", "pausedAt"]),
  ...(["workspaces.name as sellerName", "workspaces.slug as sellerSlug"] as const),
]

const fileColumns = [
  "offer_files.id as fileKey",
  "offer_files.file_id as fileId",
  "offer_files.name as fileName",
  "files.name as storedName",
  "files.size_bytes as sizeBytes",
] as const

function offerRows(db: ReadDb, shortKey: string) {
  return db
    .selectFrom("offers")
    .innerJoin("workspaces", "workspaces.id", "offers.workspace_id")
    .leftJoin("payment_accounts as own", (join) =>
      join
        .onRef("own.workspace_id", "=", "offers.workspace_id")
        .on("own.webhook_secret_sealed", "is not", null)
        .on("own.disabled_at", "is", null),
    )
    .leftJoin("processor_accounts as ownState", "ownState.processor_account", "own.id")
    .leftJoin("processor_accounts as installation", (join) =>
      join.on("installation.processor_account", "=", "installation"),
    )
    .leftJoin("offer_files", sameWorkspace("offer_files.offer_id", "offers.id"))
    .leftJoin("files", sameWorkspace("files.id", "offer_files.file_id"))
    .select([...paymentAccountColumns, ...offerColumns, ...fileColumns])
    .$narrowType<{ shortKey: string }>()
    .where("offers.workspace_id", "=", workspaceOfKey(db, { kind: "pay_key", key: shortKey }))
    .where("offers.short_key", "=", shortKey)
    .where("offers.state", "=", "published")
    .where("offers.suspended_at", "is", null)
    .where(isReachable)
    .orderBy("offer_files.position")
    .orderBy("offer_files.id")
}

/** Undefined if unknown, malformed, unpublished, archived or suspended. `accountId` is for `isOwnWorkspace`. */
export async function findPublicOffer(
  cx: Reading,
  shortKey: string,
  accountId?: string,
): Promise<PublicOffer | undefined> {
  if (!/^[a-z0-9]{4}$/.test(shortKey)) return undefined
  if (accountId === undefined) {
    const rows = await byShortKey(cx.db, { shortKey })
    return rows[0] && toPublicOffer(rows[0], rows, false)
  }
  const rows = await byShortKeyFor(cx.db, { shortKey, accountId })
  return rows[0] && toPublicOffer(rows[0], rows, rows[0].member !== null)
}

function toPublicOffer(offer: Row, rows: readonly Row[], isOwnWorkspace: boolean): PublicOffer {
  return { ...offer, processorAccounts: toSellerProcessorAccounts(offer), files: filesOf(rows), isOwnWorkspace }
}

function filesOf(rows: readonly Row[]): PublicOffer["files"] {
  const files = []
  for (const { fileKey: key, fileId, fileName, storedName, sizeBytes } of rows) {
    if (key === null || fileId === null) continue
    files.push({ key, fileId, name: fileName ?? storedName ?? key, sizeBytes: sizeBytes ?? 0 })
  }
  return files
}

/** Finds an offer that was sold, in whatever state it is now. It has no files when its workspace was deleted. */
export async function findSoldOffer(cx: Reading, id: string): Promise<PublicOffer | undefined> {
  if (!/^\w+$/.test(id)) return undefined
  const offer = await cx.db
    .selectFrom("offers")
    .innerJoin("workspaces", "workspaces.id", "offers.workspace_id")
    .select([...offerColumns, "workspaces.deleted_at"])
    .where("offers.id", "=", id)
    .executeTakeFirst()
  if (!offer) return undefined
  return {
    ...{ ...offer, shortKey: offer.shortKey ?? "", isOwnWorkspace: false },
    processorAccounts: await findSellerProcessorAccounts(cx, offer.workspaceId),
    files: offer.deleted_at === null ? await listOfferFiles(cx, offer.workspaceId, [id]) : [],
  }
}

export async function findShortKey(cx: Reading, offerId: string): Promise<string> {
  const offer = await cx.db.selectFrom("offers").select("short_key").where("id", "=", offerId).executeTakeFirstOrThrow()
  return offer.short_key ?? ""
}
