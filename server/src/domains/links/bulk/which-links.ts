import { z } from "zod"
import type { Context, Inside, Member, Reading } from "#access/context.ts"
import { byCreation, type Place } from "#kernel/cursor.ts"
import { linkFilter, readFilter } from "../link-filter.ts"
import { id } from "../link-input.ts"
import { type LinkFilter, listLinkRows } from "../link-list-store.ts"
import type { LinkRow } from "../link-store.ts"
import { listLinksOf } from "./bulk-store.ts"

/** How many links one transaction changes, so that no visitor of one of them waits long. */
const batchSize = 500

const ids = z.strictObject({ ids: z.array(id).min(1).max(batchSize) })

export const whichLinks = z.union([ids, z.strictObject({ filter: linkFilter })])

/** The same in the trash: with `trashedAt`, only those that went there together. */
export const whichTrashedLinks = z.union([
  ids,
  z.strictObject({ filter: linkFilter.extend({ trashedAt: z.int().optional() }) }),
])

export type Which = z.output<typeof whichTrashedLinks>

interface Outcome {
  changed: number
  /** How many could not be changed. */
  left: number
}

type Change = (cx: Inside & Member, links: readonly LinkRow[]) => Promise<Outcome>

/** Changes links in batches of one transaction each, and returns the sum. Links created meanwhile are not changed. */
export async function changeEach(
  cx: Context<Member>,
  { which, inTrash }: { which: Which; inTrash: boolean },
  change: Change,
): Promise<Outcome> {
  if ("ids" in which) {
    return cx.atomically(async (cx) => change(cx, await listLinksOf(cx, which.ids, { inTrash })))
  }
  const filter = await readFilter(cx, which.filter)
  if (!filter) return { changed: 0, left: 0 }
  return walk(cx, { ...filter, trashedAt: which.filter.trashedAt, inTrash }, change)
}

async function walk(cx: Context<Member>, filter: LinkFilter, change: Change): Promise<Outcome> {
  let place: Place | undefined
  const sum = { changed: 0, left: 0 }
  do {
    const from = place
    const batch = await cx.atomically(async (cx) => {
      const links = await nextLinks(cx, filter, from)
      return { links, ...(await change(cx, links)) }
    })
    sum.changed += batch.changed
    sum.left += batch.left
    const last = batch.links.at(-1)
    place = last && batch.links.length === batchSize ? byCreation(last) : undefined
  } while (place)
  return sum
}

async function nextLinks(cx: Reading & Member, filter: LinkFilter, place: Place | undefined): Promise<LinkRow[]> {
  const rows = await listLinkRows(cx, { ...filter, place, limit: batchSize })
  return rows.slice(0, batchSize)
}

/** The outcome of a batch whose rows were all changed. */
export const outcome = (rows: readonly unknown[]): Outcome => ({ changed: rows.length, left: 0 })
