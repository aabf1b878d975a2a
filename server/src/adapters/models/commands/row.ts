import { asText } from "./say.ts"
import type { Holes } from "./shape.ts"

/** One thing that is understood without a model: sentences, the tools they need, and what is said in the end. */
export interface Row {
  /** All tools that it may call. Where one is not offered, it says so. */
  readonly tools: readonly [string, ...string[]]
  /** A sentence that it understands, for the list of them. */
  readonly example: string
  /** See `shape.ts`. */
  readonly shapes: readonly string[]
  /** What to do next, given what was in the sentence and what its calls have answered so far. */
  readonly next: (holes: Holes, results: readonly Result[]) => Step
}

/** What a call has answered: JSON, which nobody here has checked. */
export type Result = unknown

export type Step = { readonly call: string; readonly input: object } | { readonly say: string }

/** A row of one call. */
export function look(
  tool: string,
  { example, shapes }: Pick<Row, "example" | "shapes">,
  { input = () => ({}), say }: { input?: (holes: Holes) => object; say: (result: Result, holes: Holes) => string },
): Row {
  const next = (holes: Holes, [result]: readonly Result[]): Step =>
    result === undefined ? { call: tool, input: input(holes) } : { say: say(result, holes) }
  return { tools: [tool], example, shapes, next }
}

/** A thing in a list: its id, the names that it goes by, the first of which is shown, and all that is known of it. */
export interface Thing {
  readonly id: string
  readonly names: readonly string[]
  readonly all: unknown
}

/** How a thing is found by its name: the tool that lists them, and the things in its answer. */
export interface Finder {
  readonly tool: string
  readonly input: (name: string) => object
  readonly found: (result: Result, name: string) => readonly Thing[]
  /** As in "I found no doc called …". */
  readonly noun: string
}

/** A row of two calls: one finds the thing that the hole `thing` names, the other does something with it. */
export function withOne(
  finder: Finder,
  { tool, example, shapes }: Pick<Row, "example" | "shapes"> & { tool: string },
  { input, say }: { input: (thing: Thing, holes: Holes) => object; say: (result: Result, holes: Holes) => string },
): Row {
  const next = (holes: Holes, [found, result]: readonly Result[]): Step => {
    const name = holes.thing ?? ""
    if (found === undefined) return { call: finder.tool, input: finder.input(name) }
    if (result !== undefined) return { say: say(result, holes) }
    const fits = thatFit(finder.found(found, name), name)
    const [only, second] = fits
    if (only && !second) return { call: tool, input: input(only, holes) }
    return { say: only ? several(finder.noun, name, fits) : `I found no ${finder.noun} called “${asText(name)}”.` }
  }
  return { tools: [finder.tool, tool], example, shapes, next }
}

/** Those of exactly that name; all of them where none has it, since the tool has looked for it. */
function thatFit(things: readonly Thing[], name: string): readonly Thing[] {
  const wanted = name.toLowerCase()
  const same = things.filter(({ names }) => names.some((one) => one.toLowerCase() === wanted))
  return same.length > 0 ? same : things
}

function several(noun: string, name: string, things: readonly Thing[]): string {
  const names = things.slice(0, 10).map(({ names: [first = ""] }) => `“${asText(first)}”`)
  return `“${asText(name)}” could be more than one ${noun}: ${names.join(", ")}. Ask again with the whole name of one.`
}
