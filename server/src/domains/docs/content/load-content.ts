import type { Context, Reading } from "#access/context.ts"
import {
  type Broken,
  build,
  type Digest,
  digestStored,
  type Loaded,
  openDigestAside,
  type Stored,
} from "../digest/index.ts"
import { endsOfSittings } from "../sittings/index.ts"
import { findContentHead, findLastWriter, findState, listUpdates, setAside } from "./content-store.ts"
import { measureStored } from "./derived-store.ts"
import { asideBytes } from "./limits.ts"

/** Sets aside an update that cannot be applied, and builds the doc without it. */
export async function loadContent(cx: Context, docId: string): Promise<Loaded> {
  const { broken, ...loaded } = build(await readStored(cx, docId))
  await setAsideAll(cx, docId, broken)
  return loaded
}

async function setAsideAll(cx: Context, docId: string, broken: readonly Broken[]): Promise<void> {
  for (const { seq, fault } of broken) {
    cx.log.error({ docId, seq, error: String(fault) }, "An update of a doc cannot be applied, and was set aside.")
    await cx.atomically((cx) => setAside(cx, docId, seq))
  }
}

/** Reads updates before the state: updates that are compacted in between are then in both, which is harmless. */
export async function readStored(cx: Reading, docId: string, after = -1): Promise<Stored> {
  const updates = await listUpdates(cx, docId, after)
  return { state: await findState(cx, docId, after), updates }
}

/** More sittings end between two derivations only where none has run for hours. */
const mostEnds = 8

const digestAside = openDigestAside()

/** Works in a worker thread for a large doc. @throws QueueFull; a sweeper tries this doc again. */
export async function digest(cx: Context, docId: string): Promise<Omit<Digest, "broken">> {
  const isLarge = (await measureStored(cx, docId)) >= asideBytes
  const { broken, ...made } = isLarge ? await digestThere(cx, docId) : digestStored(await readStored(cx, docId))
  await setAsideAll(cx, docId, broken)
  return made
}

async function digestThere(cx: Context, docId: string): Promise<Digest> {
  const accountId = await findLastWriter(cx, docId)
  return digestAside(accountId, async () => {
    const stored = await readStored(cx, docId)
    return { ...stored, ends: await findEnds(cx, docId, stored) }
  })
}

/** The ends of sittings that the next derivation will find. Each costs the thread as much time as the doc itself. */
async function findEnds(cx: Context, docId: string, { updates }: Stored): Promise<number[]> {
  const head = await findContentHead(cx, docId)
  const upTo = updates.at(-1)?.seq
  if (!head || upTo === undefined) return []
  const ends = await endsOfSittings(cx, { docId, after: Math.max(head.indexed_seq, 0), upTo })
  return ends.slice(0, mostEnds)
}
