import type { Asked } from "./wires.ts"

/** How many blocks before a cache mark Anthropic compares with its cache. */
const lookBack = 20

interface Block {
  readonly text: string
  readonly isMarked: boolean
}

/** A request in the order of its provider's cache: tools, system text and messages. */
function blocksOf({ body }: Asked): Block[] {
  const messages: unknown[] = body.messages
  const all = [...(body.tools ?? []), ...(body.system ?? []), ...messages.flatMap(contentsOf)]
  return all.map((block) => {
    const { cache_control: mark, ...rest } = block
    return { text: JSON.stringify(rest), isMarked: mark !== undefined }
  })
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of a foreign format.
const contentsOf = ({ role, content }: any): any[] =>
  // biome-ignore lint/suspicious/noExplicitAny: JSON of a foreign format.
  Array.isArray(content) ? content.map((block: any) => ({ role, ...block })) : [{ role, content }]

/** The cache of the Messages API: each request up to its marks. */
function anthropicCache(): (asked: Asked) => number {
  const kept = new Set<string>()
  return (asked) => {
    const blocks = blocksOf(asked)
    const ends = blocks.map((_, at) => blocks.slice(0, at + 1).map(({ text }) => text).join("\n")) // biome-ignore format: one thought
    const marks = blocks.flatMap(({ isMarked }, at) => (isMarked ? [at] : []))
    if (marks.length > 4) throw new Error("Anthropic takes four marks.")
    const found = marks.flatMap((mark) => ends.slice(Math.max(0, mark - lookBack), mark + 1).filter((end) => kept.has(end))) // biome-ignore format: one thought
    for (const mark of marks) kept.add(ends[mark] ?? "")
    return Math.max(0, ...found.map(({ length }) => length))
  }
}

/** The cache of chat completions: the common beginning with the previous request. */
function openaiCache(): (asked: Asked) => number {
  let before = ""
  return ({ body }) => {
    const text = textOf(body)
    let same = 0
    while (same < before.length && before[same] === text[same]) same += 1
    before = text
    return same
  }
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of a foreign format.
const textOf = (body: any) => JSON.stringify(body.tools ?? []) + JSON.stringify(body.messages).slice(0, -1)

/** For each request but the first, the share of the previous one that was in its provider's cache: 1 is all. */
export function cachedShares(journal: readonly Asked[]): number[] {
  const isAnthropic = journal[0]?.wire === "anthropic"
  const cached = isAnthropic ? anthropicCache() : openaiCache()
  const sizeOf = (asked: Asked) =>
    isAnthropic ? blocksOf(asked).map(({ text }) => text).join("\n").length : textOf(asked.body).length // biome-ignore format: one thought
  const hits = journal.map(cached)
  return hits.slice(1).map((hit, at) => hit / sizeOf(journal[at] as Asked))
}
