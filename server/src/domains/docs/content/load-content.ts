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
import { findHead, findLastWriter, findState, listUpdates, setAside } from "./content-store.ts"
import { measureStored } from "./derived-store.ts"
import { asideBytes } from "./limits.ts"

/**
 * Builds a doc of exactly what is stored: its state, and the updates since. An update that cannot be applied is set
 * aside, and the doc is built without it.
 */
export async function loadContent(cx: Context, docId: string): Promise<Loaded> {
  const { broken, ...loaded } = build(await readStored(cx, docId))
  await setAsideAll(cx, docId, broken)
  return loaded
}

/** Sets aside what could not be applied, and logs it. */
async function setAsideAll(cx: Context, docId: string, broken: readonly Broken[]): Promise<void> {
  for (const { seq, fault } of broken) {
    cx.log.error({ docId, seq, error: String(fault) }, "An update of a doc cannot be applied, and was set aside.")
    await cx.atomically((cx) => setAside(cx, docId, seq))
  }
}

/**
 * The updates are read before the state: those that another process puts into the state between the two are then in
 * both, which does no harm. The other way round they would be in neither.
 */
export async function readStored(cx: Reading, docId: string, after = -1): Promise<Stored> {
  const updates = await listUpdates(cx, docId, after)
  return { state: await findState(cx, docId, after), updates }
}

/** More sittings than that end between two looks only where nobody has looked for hours. */
const mostEnds = 8

const digestAside = openDigestAside()

/**
 * Makes of exactly what is stored of a doc its state and what is derived from it: in a thread where the doc is large.
 *
 * @throws QueueFull where too many large docs wait; a sweeper comes back to this one.
 */
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

/** The ends of sittings that the next look at the doc will find. Each takes the thread as long as the doc itself. */
async function findEnds(cx: Context, docId: string, { updates }: Stored): Promise<number[]> {
  const head = await findHead(cx, docId)
  const upTo = updates.at(-1)?.seq
  if (!head || upTo === undefined) return []
  const ends = await endsOfSittings(cx, { docId, after: Math.max(head.indexed_seq, 0), upTo })
  return ends.slice(0, mostEnds)
}
