import { ContentString, createID, decodeUpdate, type GC, ID, Item, Skip, UpdateEncoderV1 } from "yjs"
import { groupBy } from "../../../kit/newer-functions.ts"

/** The limits of one message, about half of the service's. */
export interface PartLimits {
  readonly bytes: number
  /** Structs of an update, or deleted ranges. */
  readonly parts: number
  /** Deleted characters and elements. */
  readonly deletions: number
}

/** At most about this many messages of deletions: a reconnecting browser sends every deletion it ever made. */
const mostOfDeletions = 200

type Struct = Item | GC
type Ranges = { client: number; clock: number; len: number }[]

/** Splits an update into several that have the same effect in this order: no part depends on a later one. */
export function splitUpdate(update: Uint8Array, limits: PartLimits): Uint8Array[] {
  const { structs, ds } = decodeUpdate(update)
  // A Skip stands for missing structs that the others may depend on.
  if (structs.some((struct) => struct instanceof Skip)) return [update]
  const ranges = [...ds.clients].flatMap(([client, its]) => its.map(({ clock, len }) => ({ client, clock, len })))
  const deleted = ranges.reduce((sum, { len }) => sum + len, 0)
  const deletions = Math.max(limits.deletions, Math.ceil(deleted / mostOfDeletions))
  const isSmall = update.byteLength <= limits.bytes && structs.length <= limits.parts && ranges.length <= limits.parts
  if (isSmall && deleted <= deletions) return [update]
  const short = (structs as Struct[]).flatMap((struct) => shortened(struct, limits.bytes / 4))
  return [
    ...groupStructs(inOrder(short), limits).map((group) => encode(group, [])),
    ...groupRanges(ranges, { ...limits, deletions }).map((group) => encode([], group)),
  ]
}

/** Splits a text that is longer than a message into consecutive items. */
function shortened(struct: Struct, longest: number): Struct[] {
  const parts: Struct[] = [struct]
  for (let last = struct; last instanceof Item && last.content instanceof ContentString && last.length > longest; ) {
    const at = Math.floor(longest)
    const { client, clock } = last.id
    const { rightOrigin, parent, parentSub, content } = last
    const rest = content.splice(at)
    const next = new Item(
      ...([createID(client, clock + at), null, createID(client, clock + at - 1), null, rightOrigin] as const),
      ...([parent, parentSub, rest] as const),
    )
    last.length = content.getLength()
    parts.push(next)
    last = next
  }
  return parts
}

/** Orders structs behind those they depend on (origins and parent). Structs with unmet dependencies come last. */
function inOrder(structs: readonly Struct[]): Struct[] {
  const lists = [...groupBy(structs, ({ id }) => id.client).values()].map((its) => ({ its, at: 0 }))
  const byClient = new Map(lists.map((list) => [list.its[0]?.id.client, list]))
  const isThere = (id: unknown) => {
    const list = id instanceof ID ? byClient.get(id.client) : undefined
    const next = list?.its[list.at]
    return !next || (id as ID).clock < next.id.clock
  }
  const ordered: Struct[] = []
  for (let before = -1; ordered.length > before; ) {
    before = ordered.length
    for (const list of lists) {
      for (let next = list.its[list.at]; next && isReady(next, isThere); next = list.its[list.at]) {
        ordered.push(next)
        list.at += 1
      }
    }
  }
  return [...ordered, ...lists.flatMap(({ its, at }) => its.slice(at))]
}

function isReady(struct: Struct, isThere: (id: unknown) => boolean): boolean {
  return !(struct instanceof Item) || [struct.origin, struct.rightOrigin, struct.parent].every(isThere)
}

function groupStructs(structs: readonly Struct[], { bytes, parts }: PartLimits): Struct[][] {
  return grouped(structs, { bytes: sizeOf, parts: () => 1 }, { bytes, parts })
}

/** Slightly more than the struct's encoded size. */
function sizeOf(struct: Struct): number {
  const encoder = new UpdateEncoderV1()
  struct.write(encoder, 0)
  return encoder.toUint8Array().length + 12
}

function groupRanges(ranges: Ranges, { parts, deletions }: PartLimits): Ranges[] {
  const short = ranges.flatMap(({ client, clock, len }) =>
    Array.from({ length: Math.ceil(len / deletions) }, (_, n) => {
      return { client, clock: clock + n * deletions, len: Math.min(deletions, len - n * deletions) }
    }),
  )
  // Yjs moves everything behind a gap that it closes, so the last ranges are deleted first.
  return grouped(short.reverse(), { parts: () => 1, deletions: ({ len }) => len }, { parts, deletions })
}

/** Consecutive groups within every limit. */
function grouped<Part, Name extends string>(
  parts: readonly Part[],
  weights: Record<Name, (part: Part) => number>,
  limits: Record<Name, number>,
): Part[][] {
  const names = Object.keys(weights) as Name[]
  const groups: Part[][] = []
  let left = new Map<Name, number>()
  for (const part of parts) {
    const own = new Map(names.map((name) => [name, weights[name](part)]))
    const isFull = groups.length === 0 || names.some((name) => (left.get(name) ?? 0) < (own.get(name) ?? 0))
    if (isFull) {
      groups.push([])
      left = new Map(names.map((name) => [name, limits[name]]))
    }
    groups.at(-1)?.push(part)
    left = new Map(names.map((name) => [name, (left.get(name) ?? 0) - (own.get(name) ?? 0)]))
  }
  return groups
}

/** Encodes an update in Yjs's V1 format. */
function encode(structs: readonly Struct[], ranges: Ranges): Uint8Array {
  const encoder = new UpdateEncoderV1()
  const byClient = [...groupBy(structs, ({ id }) => id.client)].sort(([one], [other]) => other - one)
  encoder.writeLen(byClient.length)
  for (const [client, its] of byClient) {
    encoder.writeLen(its.length)
    encoder.writeClient(client)
    encoder.writeLen(its[0]?.id.clock ?? 0)
    for (const struct of its) struct.write(encoder, 0)
  }
  const deleted = groupBy(ranges.toReversed(), ({ client }) => client)
  encoder.writeLen(deleted.size)
  for (const [client, its] of deleted) {
    encoder.writeLen(client)
    encoder.writeLen(its.length)
    for (const { clock, len } of its) {
      encoder.writeDsClock(clock)
      encoder.writeDsLen(len)
    }
  }
  return encoder.toUint8Array()
}
