type Json = Readonly<Record<string, unknown>>

interface Part {
  readonly id: string
  readonly version: number
  readonly blocks: Range & { readonly of: number }
  readonly outline?: readonly (Range & { readonly section: number })[]
}

interface Range {
  readonly from: number
  readonly to: number
}

/** Why a doc must not be overwritten: the conversation has not read all of the replaced text at `expectedVersion`. */
export function unreadOf(input: Json, answersOf: (tool: string) => readonly Json[]): string | undefined {
  const { id, how, expectedVersion } = input
  if (how === "append") return undefined
  if (expectedVersion === undefined) return "Read the doc first, and give its version as `expectedVersion`."
  const answers = answersOf("read_doc") as unknown as readonly Part[]
  const parts = answers.filter((part) => part.id === id && part.version === expectedVersion && part.blocks)
  const range = how === "section" ? sectionIn(parts, input.section) : wholeOf(parts)
  if (range && isCovered(range, parts)) return undefined
  return "Not all of what this would replace was read at that version. Read it with `read_doc` first, part by part to the end, or write one section that was read whole."
}

const wholeOf = ([part]: readonly Part[]): Range | undefined => part && { from: 0, to: part.blocks.of }

const sectionIn = (parts: readonly Part[], wanted: unknown): Range | undefined =>
  parts.flatMap(({ outline = [] }) => outline).find(({ section }) => section === wanted)

/** Whether the parts cover a range without a gap. */
function isCovered({ from, to }: Range, parts: readonly Part[]): boolean {
  const inOrder = parts.map(({ blocks }) => blocks).toSorted((one, other) => one.from - other.from)
  const till = inOrder.reduce((till, part) => (part.from <= till ? Math.max(till, part.to) : till), from)
  return till >= to
}
