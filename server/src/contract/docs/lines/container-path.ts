import type { MarkType, NodeType } from "@tiptap/pm/model"
import type { Attrs } from "./line.ts"

/** A block around a line: a list, an item, a quote, a table, a cell. */
export interface Container {
  readonly name: string
  /** Whether the container begins with this line. Otherwise it goes on from the line before. */
  readonly isNew: boolean
  /** What differs from the defaults of its type; only where it begins. */
  readonly attrs: Attrs
}

/** The attribute of a line that names its containers, from the outside: `bulletList listItem+`. A plus begins one. */
export const pathName = "in"

/**
 * Writes the containers of a line into its attributes. Each attribute is a register of its own, so that two people who
 * change different ones at once both have it.
 */
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

/** Reads the containers of a line, `most` at the most. */
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

/** The containers that begin here, with what their attributes' names begin with; of two of one type, the inner first. */
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

/** The attributes of a node or a mark that differ from what its type has by itself. */
export function attrsBeside({ spec: { attrs } }: NodeType | MarkType, given: Attrs): Record<string, unknown> {
  const known = Object.entries(attrs ?? {}).filter(([name, { default: usual }]) => {
    return given[name] !== undefined && JSON.stringify(given[name]) !== JSON.stringify(usual)
  })
  return Object.fromEntries(known.map(([name]) => [name, given[name]]))
}
