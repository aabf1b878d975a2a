import type { Schema } from "@tiptap/pm/model"
import * as Y from "yjs"
import { textField } from "#contract/docs/doc-format.ts"
import { docExtensions } from "#contract/docs/doc-schema.ts"
import { endName } from "#contract/docs/lines/index.ts"
import { docSchema } from "../conversion/index.ts"
import { HostileUpdate } from "../hostile-update.ts"
import { maxDeletions, maxParts, maxUpdateBytes } from "./limits.ts"

/** A part of a decoded update that no doc has integrated. */
export type Struct = Y.Item | Y.GC | Y.Skip

export interface ReadUpdate {
  readonly structs: readonly Struct[]
  readonly deleted: ReturnType<typeof Y.decodeUpdate>["ds"]["clients"]
}

/** No honest client reaches this clock. Far higher numbers are not exact. */
const maxClock = 2 ** 32
/** The names of known marks. Yjs keeps all active marks while it walks a text, so there must not be thousands. */
const marks: ReadonlySet<string> = new Set(docExtensions.filter(({ type }) => type === "mark").map(({ name }) => name))
const elements: ReadonlySet<string> = new Set([endName, ...leavesOf(docSchema())])
/** The deepest nesting of an attribute's or a mark's value. */
const maxValueDepth = 4

/** Makes all checks that need no doc. @throws HostileUpdate */
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
      throw new HostileUpdate("A part of the update refers to a later part of the same client.")
    }
  }
  if (typeof parent === "string" && parent !== textField) {
    throw new HostileUpdate("The update writes outside of the text.")
  }
  if (!isOurs(content)) throw new HostileUpdate("The update has content of a kind that docs do not have.")
}

function isOurs(content: Y.Item["content"]): boolean {
  if (content instanceof Y.ContentString || content instanceof Y.ContentDeleted) return true
  if (content instanceof Y.ContentType) return isElement(content.type)
  if (content instanceof Y.ContentFormat) return marks.has(content.key) && isShallow(content.value, maxValueDepth)
  return content instanceof Y.ContentAny && isShallow(content.arr, maxValueDepth)
}

/** A known element. A Yjs hook is none, though it is a subclass. */
const isElement = (type: unknown): boolean => type instanceof Y.XmlElement && elements.has(type.nodeName)

function leavesOf({ nodes }: Schema): string[] {
  return Object.values(nodes).flatMap(({ isLeaf, isText, name }) => (isLeaf && !isText ? [name] : []))
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "bigint"
  if (value instanceof Uint8Array) return false
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1))
}
