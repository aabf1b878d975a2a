import { type DocNode, everyNode } from "#contract/docs/doc-node.ts"

/** A heading and the blocks below it, up to the next heading of the same or a higher level. */
interface Section {
  readonly section: number
  readonly level: number
  readonly title: string
  readonly from: number
  readonly to: number
}

const longestTitle = 80

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

/** Cuts an outline to `most` characters of JSON by leaving out its deeper levels. */
export function fitOutline(sections: readonly Section[], most: number): readonly Section[] {
  for (let level = 6; level > 0; level -= 1) {
    const shown = sections.filter((section) => section.level <= level)
    if (JSON.stringify(shown).length <= most) return shown
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
