import type { ModelTool } from "./port.ts"

/** Matches errors about a tool's definition. An error with only a tool's name may be about a call of it. */
const ofDefinitions =
  /schema|parse grammar|declaration|parameters|\btools?[.[\s>-]+\d|tool definition|function\.(?:name|description)|input_schema|invalid (?:tool|function)|"tools"/i

/** `tools.3.custom.input_schema`, `tools[3].function`, `tools -> 3`, `["body","tools",3]`, Gemini's declarations. */
const places = [/function_declarations\[(\d{1,4})\]/g, /\btools?(?:\.|\[|"?, ?| ?-> ?)(\d{1,4})\b/g]

export const isOfDefinitions = (sentence: string) =>
  ofDefinitions.test(sentence) && !/thought_?signature/i.test(sentence)

/** The tools whose definition a host refuses, by name or else by place. */
export function refusedTools(tools: readonly ModelTool[], sentence: string): ModelTool[] {
  const words = new Set(sentence.match(/[\w-]+/g))
  const named = tools.filter(({ name }) => words.has(name))
  if (named.length > 0) return named
  const [found = []] = places.map((place) => [...sentence.matchAll(place)]).filter(({ length }) => length > 0)
  return [...new Set(found.map(([, at]) => Number(at)))].flatMap((at) => tools[at] ?? [])
}
