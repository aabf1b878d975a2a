import type { Inside, Reading } from "#access/context.ts"
import { type DocNode, maxDepth, nodesIn } from "#contract/docs/doc-node.ts"
import { type EditingSession, type EndedSession, lastWriter, partSessions } from "./part-sessions.ts"
import {
  type DocKey,
  findVersioned,
  findWriters,
  insertVersion,
  listWritten,
  replaceWriters,
  setVersion,
  type Versioned,
} from "./session-store.ts"

interface News extends DocKey {
  readonly after: number
  readonly upTo: number
  readonly begins?: number | undefined
}

/**
 * Stores the content at the end of each session as a version. Call it with the doc's row locked, in the transaction
 * that stores `indexed_seq`. `bodyAt` returns the JSON after an update.
 */
export async function storeEditingSessions(cx: Inside, news: News, bodyAt: (seq: number) => Promise<string>) {
  const read = await readSessions(cx, news)
  if (!read) return
  const { docId, workspaceId } = news
  const { doc, ended, present } = read
  let { version } = doc
  for (const one of ended) {
    const body = await bodyAt(one.upTo)
    if (!holdsText(JSON.parse(body))) continue
    await keepVersion(cx, { docId, workspaceId, doc: { ...doc, version }, ended: one, body })
    version += 1
  }
  await replaceWriters(cx, { docId, workspaceId, version }, present.people)
  if (version !== doc.version) await setVersion(cx, news, version)
}

export async function endsOfEditingSessions(cx: Reading, news: News): Promise<number[]> {
  const { ended = [] } = (await readSessions(cx, news)) ?? {}
  return ended.map(({ upTo }) => upTo)
}

/** Undefined where there are no new updates. */
async function readSessions(cx: Reading, news: News) {
  const doc = await findVersioned(cx, news)
  const updates = await listWritten(cx, news, news)
  if (!doc || updates.length === 0) return undefined
  return { doc, ...partSessions(await findSession(cx, news, doc), updates, news.begins) }
}

/** The open session. A doc older than sessions gets one with its last writer. */
async function findSession(cx: Reading, one: DocKey, doc: Versioned): Promise<EditingSession> {
  const people = await findWriters(cx, one, doc.version)
  const before = await findWriters(cx, one, doc.version - 1)
  const at = Number(doc.updated_at)
  const known = people.size > 0 ? people : new Map([[doc.saved_by, { first: at, last: at }]])
  return { people: known, before: new Map([...before].map(([accountId, { last }]) => [accountId, last])) }
}

async function keepVersion(
  cx: Inside,
  { docId, workspaceId, doc, ended, body }: DocKey & { doc: Versioned; ended: EndedSession; body: string },
): Promise<void> {
  const { title, emoji, version, saved_by, updated_at } = doc
  const last = lastWriter(ended.session)
  await replaceWriters(cx, { docId, workspaceId, version }, ended.session.people)
  await insertVersion(cx, {
    doc_id: docId,
    workspace_id: workspaceId,
    version,
    title,
    emoji,
    body,
    saved_by: last?.accountId ?? saved_by,
    saved_at: last?.at ?? updated_at,
  })
}

const shown = new Set(["horizontalRule", "driveImage", "driveFile", "mention", "objectLink"])

/** Whether a doc has any visible content. An empty version would be useless. */
function holdsText(node: DocNode, depth = 0): boolean {
  if (node.text || shown.has(node.type ?? "")) return true
  return depth <= maxDepth && nodesIn(node.content).some((inner) => holdsText(inner, depth + 1))
}
