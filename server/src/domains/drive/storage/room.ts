import type { Context, Inside, Member, Outside, Reading } from "#access/context.ts"
import type { Sizes } from "#access/domain-steps.ts"
import { minuteMs } from "#kernel/time/units.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { type Full, storageFull } from "./storage-full.ts"
import { findStorage, keepCount, type Storage } from "./storage-store.ts"
import { findTotal } from "./total-store.ts"

type Admission = Outside["admission"]

/** How old a count may be before the next write counts again, by how much room is left. */
const countedForMs = { plenty: 5 * minuteMs, little: 5_000 }
const little = 0.9
const totalForMs = 10_000

/**
 * Renews an old count of the workspace's content besides files, without a lock that other requests wait for. `bytes`
 * may be 0. @throws ServiceError `conflict` without room.
 */
export async function needRoom(cx: Inside & Member, { admission, bytes }: { admission: Admission; bytes: number }) {
  if (bytes === 0) return
  const full = await findFull(cx, { admission, workspaceId: cx.workspaceId, bytes })
  if (full) throw storageFull(full, admission.contact)
}

/** Whether a workspace may store more. Callers that write many small parts check only sometimes. */
export async function hasRoom(cx: Context, workspaceId: WorkspaceId): Promise<boolean> {
  const { admission } = cx
  return (await cx.atomically((cx) => findFull(cx, { admission, workspaceId, bytes: 1 }))) === undefined
}

/** Returns which limit `bytes` more would exceed; undefined when there is room. */
export async function findFull(
  cx: Inside,
  { admission, workspaceId, bytes }: { admission: Admission; workspaceId: WorkspaceId; bytes: number },
): Promise<Full | undefined> {
  const { used_bytes, counted_bytes, quota_bytes } = await findCounted(cx, admission, workspaceId)
  if (used_bytes + counted_bytes + bytes > quota_bytes) return "workspace"
  const { storageBytes } = admission
  if (storageBytes === undefined) return undefined
  return (await findLateTotal(cx, admission)) + bytes > storageBytes ? "installation" : undefined
}

async function findCounted(cx: Inside, admission: Admission, workspaceId: WorkspaceId): Promise<Storage> {
  const stored = await findStorage(cx, workspaceId)
  const isFresh = cx.now() - stored.counted_at < countedForMs[hasPlenty(stored) ? "plenty" : "little"]
  return isFresh ? stored : { ...stored, counted_bytes: await count(cx, admission, workspaceId) }
}

const hasPlenty = ({ used_bytes, counted_bytes, quota_bytes }: Storage) =>
  used_bytes + counted_bytes < little * quota_bytes

export async function count(cx: Inside, admission: Admission, workspaceId: WorkspaceId): Promise<number> {
  const bytes = countedBytes(await measureSizes(cx, admission, workspaceId))
  await keepCount(cx, workspaceId, bytes)
  return bytes
}

/** Measures a workspace's content besides files. */
export async function measureSizes(
  cx: Reading,
  { measures }: Pick<Admission, "measures">,
  workspaceId: WorkspaceId,
): Promise<Sizes> {
  const sizes = await Promise.all(measures.map((measure) => measure(cx, workspaceId)))
  return Object.assign({ docs: 0, versions: 0, conversations: 0, links: 0 }, ...sizes)
}

export const countedBytes = ({ docs, versions, conversations, links }: Sizes): number =>
  docs + versions + conversations + links

/** The sum reads a row of each workspace, so a process caches it. */
const totals = new WeakMap<Admission, { bytes: number; at: number }>()

async function findLateTotal(cx: Reading, admission: Admission): Promise<number> {
  const known = totals.get(admission)
  if (known && cx.now() - known.at < totalForMs) return known.bytes
  const total = { bytes: await findTotal(cx), at: cx.now() }
  totals.set(admission, total)
  return total.bytes
}
