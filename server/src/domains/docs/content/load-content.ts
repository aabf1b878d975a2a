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
import { endsOfEditingSessions } from "../editing-sessions/index.ts"
import type { OneDoc } from "./client-store.ts"
import { findContentHead, findLastWriter, findState, listUpdates, setAside } from "./content-store.ts"
import { measureStored } from "./derived-store.ts"
import { asideBytes } from "./limits.ts"
import { isWithoutGap } from "./progress.ts"

/** Sets aside an update that cannot be applied, and builds the doc without it. */
export async function loadContent(cx: Context, doc: OneDoc): Promise<Loaded> {
  const { broken, ...loaded } = build(await readStored(cx, doc))
  await setAsideAll(cx, doc, broken)
  return loaded
}

async function setAsideAll(cx: Context, doc: OneDoc, broken: readonly Broken[]): Promise<void> {
  for (const { seq, fault } of broken) {
    cx.log.error(
      { docId: doc.docId, seq, error: String(fault) },
      "An update of a doc cannot be applied, and was set aside.",
    )
    await cx.atomically((cx) => setAside(cx, doc, seq))
  }
}

/**
 * Reads updates before the state: updates that are compacted in between are then in both, which is harmless. The state
 * is not read where the updates follow `after` without a gap.
 */
export async function readStored(cx: Reading, doc: OneDoc, after = -1): Promise<Stored> {
  const updates = await listUpdates(cx, doc, after)
  if (after >= 0 && isWithoutGap(updates, after)) return { state: undefined, updates }
  return { state: await findState(cx, doc, after), updates }
}

/** More sessions end between two derivations only where none has run for hours. */
const mostEnds = 8

const digestAside = openDigestAside()

/** Works in a worker thread for a large doc. @throws QueueFull; a sweeper tries this doc again. */
export async function digest(cx: Context, doc: OneDoc): Promise<Omit<Digest, "broken">> {
  const isLarge = (await measureStored(cx, doc)) >= asideBytes
  const { broken, ...made } = isLarge ? await digestThere(cx, doc) : digestStored(await readStored(cx, doc))
  await setAsideAll(cx, doc, broken)
  return made
}

async function digestThere(cx: Context, doc: OneDoc): Promise<Digest> {
  const accountId = await findLastWriter(cx, doc)
  return digestAside(accountId, async () => {
    const stored = await readStored(cx, doc)
    return { ...stored, ends: await findEnds(cx, doc, stored) }
  })
}

/** The ends of sessions that the next derivation will find. Each costs the thread as much time as the doc itself. */
async function findEnds(cx: Context, doc: OneDoc, { updates }: Stored): Promise<number[]> {
  const head = await findContentHead(cx, doc.docId)
  const upTo = updates.at(-1)?.seq
  if (!head || upTo === undefined) return []
  const ends = await endsOfEditingSessions(cx, { ...doc, after: Math.max(head.indexed_seq, 0), upTo })
  return ends.slice(0, mostEnds)
}
