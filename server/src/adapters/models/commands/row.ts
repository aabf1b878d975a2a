import { asText } from "./say.ts"
import type { Holes } from "./shape.ts"

/** A command that is understood without a model: its sentences, the tools it needs, and its answer. */
export interface Row {
  /** All tools that it may call. If one is missing, the answer says that the command is not allowed. */
  readonly tools: readonly [string, ...string[]]
  /** A sentence for `/help`. */
  readonly example: string
  /** See `shape.ts`. */
  readonly shapes: readonly string[]
  /** The next step, given the values of the holes and the results so far. */
  readonly next: (holes: Holes, results: readonly Result[]) => Step
}

/** Unchecked JSON of a tool's answer. */
export type Result = unknown

export type Step = { readonly call: string; readonly input: object } | { readonly say: string }

/** A row that makes one call. */
export function look(
  tool: string,
  { example, shapes }: Pick<Row, "example" | "shapes">,
  { input = () => ({}), say }: { input?: (holes: Holes) => object; say: (result: Result, holes: Holes) => string },
): Row {
  const next = (holes: Holes, [result]: readonly Result[]): Step =>
    result === undefined ? { call: tool, input: input(holes) } : { say: say(result, holes) }
  return { tools: [tool], example, shapes, next }
}

/** An object in a list, with its possible names, of which the first is shown, and all its fields. */
export interface Thing {
  readonly id: string
  readonly names: readonly string[]
  readonly all: unknown
}

/** Finds an object by its name: the tool that lists objects, and the parser of its answer. */
export interface Finder {
  readonly tool: string
  readonly input: (name: string) => object
  readonly found: (result: Result, name: string) => readonly Thing[]
  /** As in "I found no doc called …". */
  readonly noun: string
}

/** A row of two calls: the first finds the object named in the hole `thing`, the second uses it. */
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

/** The objects of exactly that name; without one, all objects that the tool found. */
function thatFit(things: readonly Thing[], name: string): readonly Thing[] {
  const wanted = name.toLowerCase()
  const same = things.filter(({ names }) => names.some((one) => one.toLowerCase() === wanted))
  return same.length > 0 ? same : things
}

function several(noun: string, name: string, things: readonly Thing[]): string {
  const names = things.slice(0, 10).map(({ names: [first = ""] }) => `“${asText(first)}”`)
  return `“${asText(name)}” could be more than one ${noun}: ${names.join(", ")}. Ask again with the whole name of one.`
}
