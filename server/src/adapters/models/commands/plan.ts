import { isRecord } from "../is-record.ts"
import type { ModelRequest } from "../port.ts"
import type { Row, Step } from "./row.ts"
import { rows } from "./rows.ts"
import { asText } from "./say.ts"
import { type Holes, readIn, readShape, type Shape } from "./shape.ts"
import { readWords } from "./words.ts"

/** One reading of a sentence: its row and the values of the holes. */
export interface Meaning {
  readonly row: Row
  readonly holes: Holes
}

let shapes: readonly { row: Row; shape: Shape }[] | undefined

/** All readings of a sentence. Every word must fit. */
export function meaningsOf(text: string): Meaning[] {
  const words = readWords(text)
  if (!words || words.length === 0) return []
  shapes ??= rows.flatMap((row) => row.shapes.map((shape) => ({ row, shape: readShape(shape) })))
  const found = shapes.flatMap(({ row, shape }) => readIn(shape, words).map((holes) => ({ row, holes })))
  return found.filter((one, index) => found.findIndex((other) => keyOf(other) === keyOf(one)) === index)
}

const keyOf = ({ row, holes }: Meaning) => `${rows.indexOf(row)} ${JSON.stringify(Object.entries(holes).sort())}`

/** Decides the next step for the person's newest sentence, given the results of its calls so far. */
export function plan({ messages, tools }: ModelRequest): Step {
  const at = messages.findLastIndex(({ role }) => role === "person")
  const person = messages[at]
  if (person?.role !== "person") return { say: notUnderstood }
  const files = person.parts.some(({ type }) => type === "file")
  const text = person.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n")
  if (/^\s*\/?help\s*[?.!]?\s*$/i.test(text)) return { say: help(tools) }
  const meanings = meaningsOf(text)
  const [meaning] = meanings
  if (!meaning) return { say: files ? noFiles : notUnderstood + alike(text, tools) }
  if (meanings.length > 1) return { say: notClear(meanings) }
  const results = messages.slice(at + 1).flatMap((message) => (message.role === "results" ? message.results : []))
  return carryOn(meaning, results, tools)
}

function carryOn({ row, holes }: Meaning, results: readonly CallAnswer[], tools: ModelRequest["tools"]): Step {
  const failed = results.find(({ isError }) => isError)
  if (failed) return { say: `That did not happen: ${asText(reasonIn(failed.text))}` }
  const isOffered = (name: string) => tools.some((tool) => tool.name === name)
  if (results.length === 0 && !row.tools.every(isOffered)) return { say: notAllowed }
  const read = results.map(({ text }) => parsed(text))
  const unread = results[read.indexOf(undefined)]
  // A result that is not JSON is a sentence, such as that the person declined. JSON without its end was cut.
  if (unread) return { say: /^\s*[[{]/.test(unread.text) ? tooMuch : asText(unread.text.slice(0, 500)) }
  const step = row.next(holes, read)
  return "call" in step && !isOffered(step.call) ? { say: notAllowed } : step
}

interface CallAnswer {
  readonly text: string
  readonly isError: boolean
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value ?? {}
  } catch {
    return undefined
  }
}

/** The sentence of a refusal, which is the text itself or in its JSON. */
function reasonIn(text: string): string {
  const value = parsed(text)
  const inner = isRecord(value) && isRecord(value.error) ? value.error : value
  if (!isRecord(inner)) return text.slice(0, 500)
  const sentences = [inner.message ?? inner.error, inner.hint].filter((part) => typeof part === "string")
  return sentences.length > 0 ? sentences.join(" ") : text.slice(0, 500)
}

/** Suggests sentences that share words with one that was not understood. Rare words weigh more. */
function alike(text: string, tools: ModelRequest["tools"]): string {
  const words = longWords(text.slice(0, 500))
  const examples = offeredRows(tools).map(({ example }) => ({ example, has: longWords(example) }))
  const weightOf = (word: string) => 1 / examples.filter(({ has }) => has.has(word)).length
  const near = examples
    .map(({ example, has }) => ({ example, weight: [...has.intersection(words)].map(weightOf).reduce(sum, 0) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, 3)
  if (near.length === 0) return ""
  return ["\n\nPerhaps you meant a sentence like these:", "", ...near.map(({ example }) => `- ${example}`)].join("\n")
}

const longWords = (text: string) => new Set(text.toLowerCase().match(/[a-z]{4,20}/g))

const sum = (all: number, one: number) => all + one

const offeredRows = (tools: ModelRequest["tools"]) =>
  rows.filter((row) => row.tools.every((name) => tools.some((tool) => tool.name === name)))

const notUnderstood = "I did not understand that sentence, so I did nothing. `/help` lists those that I understand."
const noFiles = "I cannot read files. `/help` lists what I understand."
const notAllowed = "Your role, or the settings of the workspace, do not let the assistant do that."
const tooMuch = "That answer was too long for me to read. Ask for less at once."

const notClear = (meanings: readonly Meaning[]) => {
  const readings = meanings.slice(0, 4).map(({ row, holes }) => {
    const parts = Object.values(holes).map((text) => `“${asText(text)}”`)
    return `- as in “${row.example}”${parts.length > 0 ? `, with ${parts.join(" and ")}` : ""}`
  })
  return ["I can read that in more than one way, so I did nothing:", "", ...readings, "", 'Put names into "quotation marks".'].join("\n") // biome-ignore format: one thought
}

function help(tools: ModelRequest["tools"]): string {
  const examples = offeredRows(tools).map(({ example }) => `- ${example}`)
  return ["These are sentences that I understand:", "", ...examples].join("\n")
}
