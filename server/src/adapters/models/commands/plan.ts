import { isRecord } from "../is-record.ts"
import type { ModelRequest } from "../port.ts"
import type { CommandRow, CommandStep } from "./row.ts"
import { rows } from "./rows.ts"
import { asText } from "./say.ts"
import { compileShape, type Holes, readHoles, readSentence } from "./sentence.ts"

interface Meaning {
  readonly row: CommandRow
  readonly holes: Holes
}

const patterns = rows.flatMap((row) => row.shapes.map((shape) => ({ row, pattern: compileShape(shape) })))

/** Every word must fit. */
export function findMeaning(text: string): Meaning | undefined {
  const sentence = readSentence(text)
  if (!sentence) return undefined
  for (const { row, pattern } of patterns) {
    const holes = readHoles(pattern, sentence)
    if (holes) return { row, holes }
  }
  return undefined
}

/** Decides the next step for the person's newest sentence, given the results of its calls so far. */
export function plan({ messages, tools }: ModelRequest): CommandStep {
  const at = messages.findLastIndex(({ role }) => role === "person")
  const person = messages[at]
  const parts = person?.role === "person" ? person.parts : []
  const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n")
  if (/^\s*\/?help\s*[?.!]?\s*$/i.test(text)) return { say: help(tools) }
  const meaning = findMeaning(text)
  if (!meaning) {
    const reason = parts.some(({ type }) => type === "file") ? noFiles : notUnderstood
    return { say: `${reason} ${help(tools)}` }
  }
  const results = messages.slice(at + 1).flatMap((message) => (message.role === "results" ? message.results : []))
  return carryOn(meaning, results, tools)
}

function carryOn({ row, holes }: Meaning, results: readonly CallAnswer[], tools: ModelRequest["tools"]): CommandStep {
  const failed = results.find(({ isError }) => isError)
  if (failed) return { say: `That didn't work: ${asText(reasonIn(failed.text))}` }
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

function help(tools: ModelRequest["tools"]): string {
  const offered = rows.filter((row) => row.tools.every((name) => tools.some((tool) => tool.name === name)))
  if (offered.length === 0) return notAllowed
  return ["Available commands:", "", ...offered.map(({ example }) => `- ${example}`)].join("\n")
}

const notUnderstood = "I didn't understand that. Nothing was done."
const noFiles = "I can't read files. Nothing was done."
const notAllowed = "Your role or the workspace settings don't allow that."
const tooMuch = "The result is too long. Ask for less at once."
