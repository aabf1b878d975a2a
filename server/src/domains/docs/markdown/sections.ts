import { type DocNode, everyNode } from "#contract/docs/doc-node.ts"

/** A heading with all that stands below it, up to the next heading of its level or of a higher one. */
export interface Section {
  /** Its number among the headings of the doc, from 1. */
  readonly section: number
  readonly level: number
  readonly title: string
  /** Its blocks among those of the doc: the first one, and the first behind it. */
  readonly from: number
  readonly to: number
}

const longestTitle = 80

/** The sections of a doc, in the order of their headings. */
export function sectionsOf(blocks: readonly DocNode[]): Section[] {
  const headings = blocks.flatMap((block, from) => (block.type === "heading" ? [{ block, from, level: levelOf(block) }] : [])) // biome-ignore format: one thought
  return headings.map(({ block, from, level }, at) => {
    const next = headings.slice(at + 1).find((later) => later.level <= level)
    return { section: at + 1, level, title: titleOf(block), from, to: next?.from ?? blocks.length }
  })
}

const levelOf = ({ attrs }: DocNode) => Math.min(Math.max(Number(attrs?.level) || 1, 1), 6)

const titleOf = (heading: DocNode) =>
  [...everyNode(heading)].map(({ text = "" }) => text).join("").slice(0, longestTitle) // biome-ignore format: one thought

/** As much of an outline as there is room for, in letters of JSON: where it is too long, its deeper levels are left out. */
export function fitOutline(sections: readonly Section[], most: number): readonly Section[] {
  for (let level = 6; level > 0; level -= 1) {
    const kept = sections.filter((section) => section.level <= level)
    if (JSON.stringify(kept).length <= most) return kept
  }
  const top: Section[] = []
  let left = most
  for (const section of sections.filter(({ level }) => level === 1)) {
    left -= JSON.stringify(section).length + 1
    if (left < 0) break
    top.push(section)
  }
  return top
}
