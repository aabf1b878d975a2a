import type { Reading } from "#access/context.ts"
import type { DocNode } from "#contract/docs/doc-node.ts"
import { WeightedCache } from "#contract/weighted-cache.ts"
import { cutBody } from "./cut-body.ts"
import { beginningOf, fileIdsIn, toPublicBody } from "./public-body.ts"
import { findPublicBody, type PublicRow } from "./public-doc-store.ts"

export interface Prepared {
  /** Differs for each text of the doc. */
  readonly version: string
  readonly drawn: string
  readonly isCut: boolean
  readonly beginning: string
  readonly fileIds: ReadonlySet<string>
}

/** The size of the cache in characters, for all docs together. */
const mostKept = 32_000_000
const cache = new WeightedCache<Prepared>(mostKept)

const versionOf = ({ id, indexed_seq, updated_at }: Pick<PublicRow, "id" | "indexed_seq" | "updated_at">) =>
  `${id} ${indexed_seq} ${updated_at}`

/** Prepares a public doc for its page. Each version is read and parsed once. */
export async function prepareBody(cx: Reading, doc: PublicRow): Promise<Prepared> {
  const known = cache.get(versionOf(doc))
  if (known) return known
  const row = await findPublicBody(cx, doc.id)
  const whole: DocNode = row ? JSON.parse(row.body) : {}
  const { body, isCut } = cutBody(toPublicBody(whole))
  const version = versionOf(row ?? doc)
  const prepared = {
    ...{ version, drawn: JSON.stringify(body), isCut },
    ...{ beginning: beginningOf(body, 160), fileIds: new Set(fileIdsIn(whole)) },
  }
  return cache.set(version, prepared, prepared.drawn.length + 100 * prepared.fileIds.size)
}

/** The whole text of a public doc, without private data. */
export async function readPublicBody(cx: Reading, { id }: PublicRow): Promise<DocNode> {
  const row = await findPublicBody(cx, id)
  return toPublicBody(row ? JSON.parse(row.body) : {})
}
