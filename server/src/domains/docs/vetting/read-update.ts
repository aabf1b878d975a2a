import type { Schema } from "@tiptap/pm/model"
import * as Y from "yjs"
import { textField } from "#contract/docs/doc-format.ts"
import { docExtensions } from "#contract/docs/doc-schema.ts"
import { endName } from "#contract/docs/lines/index.ts"
import { docSchema } from "../conversion/index.ts"
import { HostileUpdate } from "../hostile-update.ts"
import { maxDeletions, maxParts, maxUpdateBytes } from "./limits.ts"

/** A part of an update as it came, before a doc has taken it. */
export type Struct = Y.Item | Y.GC | Y.Skip

/** What an update holds: its parts, and what it deletes of which client, known or new. */
export interface ReadUpdate {
  readonly structs: readonly Struct[]
  readonly deleted: ReturnType<typeof Y.decodeUpdate>["ds"]["clients"]
}

/** No honest client counts so far; beyond, numbers are not exact any more. */
const maxClock = 2 ** 32
/** Yjs keeps all marks that are in force while it walks a text, so there must not be thousands of them. */
const marks: ReadonlySet<string> = new Set(docExtensions.filter(({ type }) => type === "mark").map(({ name }) => name))
/** What ends a line, or stands in one. */
const elements: ReadonlySet<string> = new Set([endName, ...leavesOf(docSchema())])
/** What an attribute or a mark may be made of: a list in an object, for example. */
const maxValueDepth = 4

/**
 * Reads an update without a doc, and looks at all that can be seen so.
 *
 * @throws HostileUpdate when it is no update, too big, or holds what no editor of ours writes.
 */
export function readUpdate(update: Uint8Array): ReadUpdate {
  if (update.byteLength > maxUpdateBytes) {
    throw new HostileUpdate("The update is larger than one message may be.", { isTooBig: true })
  }
  const { structs, ds } = decode(update)
  const ranges = [...ds.clients.values()].flat()
  if (structs.length > maxParts || ranges.length > maxDeletions) {
    throw new HostileUpdate("The update has more parts than one message may have.", { isTooBig: true })
  }
  for (const struct of structs) {
    if (struct.id.clock + struct.length > maxClock) throw new HostileUpdate("The update counts beyond all measure.")
    if (struct instanceof Y.Item) checkItem(struct)
  }
  return { structs, deleted: ds.clients }
}

function decode(update: Uint8Array): ReturnType<typeof Y.decodeUpdate> {
  try {
    return Y.decodeUpdate(update)
  } catch (cause) {
    throw new HostileUpdate("The update cannot be read.", { cause })
  }
}

function checkItem({ id, origin, rightOrigin, parent, content }: Y.Item): void {
  for (const other of [origin, rightOrigin, parent]) {
    if (other instanceof Y.ID && other.client === id.client && other.clock >= id.clock) {
      throw new HostileUpdate("A part of the update stands by what is written after it.")
    }
  }
  if (typeof parent === "string" && parent !== textField) {
    throw new HostileUpdate("The update writes outside of the text.")
  }
  if (!isOurs(content)) throw new HostileUpdate("The update holds what no doc is made of.")
}

function isOurs(content: Y.Item["content"]): boolean {
  if (content instanceof Y.ContentString || content instanceof Y.ContentDeleted) return true
  if (content instanceof Y.ContentType) return isElement(content.type)
  if (content instanceof Y.ContentFormat) return marks.has(content.key) && isShallow(content.value, maxValueDepth)
  return content instanceof Y.ContentAny && isShallow(content.arr, maxValueDepth)
}

/** An element of a kind that the editor makes; a hook is none, though it is made like one. */
const isElement = (type: unknown): boolean => type instanceof Y.XmlElement && elements.has(type.nodeName)

function leavesOf({ nodes }: Schema): string[] {
  return Object.values(nodes).flatMap(({ isLeaf, isText, name }) => (isLeaf && !isText ? [name] : []))
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "bigint"
  if (value instanceof Uint8Array) return false
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1))
}
