import type { MarkType, NodeType } from "@tiptap/pm/model"
import type { Attrs } from "./line.ts"

/** A block around a line: a list, an item, a quote, a table, a cell. */
export interface Container {
  readonly name: string
  /** Whether the container begins with this line. Otherwise it continues from the line before. */
  readonly isNew: boolean
  /** The attributes that differ from the type's defaults; only where the container begins. */
  readonly attrs: Attrs
}

/** The attribute with a line's containers, outermost first: `bulletList listItem+`. A plus begins a container. */
export const pathName = "in"

/** Each attribute is a separate Yjs register, so that concurrent changes of different ones both survive. */
export function writePath(path: readonly Container[]): Attrs {
  if (path.length === 0) return {}
  const attrs: Record<string, unknown> = {
    [pathName]: path.map(({ name, isNew }) => (isNew ? `${name}+` : name)).join(" "),
  }
  for (const [container, prefix] of prefixed(path)) {
    for (const [name, value] of Object.entries(container.attrs)) attrs[prefix + name] = value
  }
  return attrs
}

export function readPath(attrs: Attrs, most: number): Container[] {
  const text = attrs[pathName]
  if (typeof text !== "string" || text === "") return []
  const path = text
    .split(" ", most)
    .map((part) => ({ name: part.replace(/\+$/, ""), isNew: part.endsWith("+"), attrs: {} as Record<string, unknown> }))
  for (const [container, prefix] of prefixed(path)) {
    for (const [name, value] of Object.entries(attrs)) {
      if (name.startsWith(prefix)) container.attrs[name.slice(prefix.length)] = value
    }
  }
  return path
}

/** The containers that begin here, with the prefixes of their attributes. Of two of one type, the inner comes first. */
function prefixed<Each extends Container>(path: readonly Each[]): [Each, string][] {
  const counts = new Map<string, number>()
  return path
    .filter(({ isNew }) => isNew)
    .toReversed()
    .map((container) => {
      const count = (counts.get(container.name) ?? 0) + 1
      counts.set(container.name, count)
      return [container, `${container.name}${count > 1 ? count : ""}.`]
    })
}

/** The attributes that differ from the type's defaults. */
export function attrsBeside({ spec: { attrs } }: NodeType | MarkType, given: Attrs): Record<string, unknown> {
  const known = Object.entries(attrs ?? {}).filter(([name, { default: usual }]) => {
    return given[name] !== undefined && JSON.stringify(given[name]) !== JSON.stringify(usual)
  })
  return Object.fromEntries(known.map(([name]) => [name, given[name]]))
}
