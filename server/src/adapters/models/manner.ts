import type { Effort, RemoteModel } from "#config/model-address.ts"
import { type ErrorFacts, readError } from "./error-facts.ts"
import type { ModelTool } from "./port.ts"

export interface Manner {
  /** The field of chat completions for the output limit. */
  readonly outputField: "max_tokens" | "max_completion_tokens"
  readonly effort: Effort | undefined
  readonly countsUsage: boolean
  /** Whether earlier thoughts are sent back. */
  readonly hasThoughts: boolean
  /** `short`: nine letters and digits, in place of the ids that the model gave. */
  readonly callIds: "own" | "short"
  /** Whether questions and answers must take turns, also after a tool's answer. */
  readonly takesTurns: boolean
  readonly hasSystem: boolean
}

const usual: Omit<Manner, "effort"> = {
  ...{ outputField: "max_tokens", countsUsage: true, hasThoughts: true },
  ...{ callIds: "own", takesTurns: false, hasSystem: true },
}

const mostTimes = 6

export interface Sending extends Manner {
  readonly tools: readonly ModelTool[]
  /** The host did not say which tool it refused, so all of tool servers are left out. */
  readonly isAllForeign?: boolean
}

/** After a refusal that names a part of the request, asks again without it. Remembers the manner of a success. */
export class Manners {
  #known: Manner
  readonly #wire: RemoteModel["wire"]

  constructor({ effort, wire }: Pick<RemoteModel, "effort" | "wire">) {
    this.#known = { ...usual, effort }
    this.#wire = wire
  }

  async ask<Answer>(tools: readonly ModelTool[], send: (sending: Sending) => Promise<Answer>): Promise<Answer> {
    let sending: Sending = { ...this.#known, tools }
    for (let times = 0; ; ) {
      try {
        const answer = await send(sending)
        const { tools: _, isAllForeign: __, ...manner } = sending
        // The Messages API accepts thoughts, but after a change of the key it refuses those of a conversation.
        this.#known = { ...manner, hasThoughts: manner.hasThoughts || this.#wire === "anthropic" }
        return answer
      } catch (error) {
        const facts = readError(error)
        const other = otherManner(sending, facts)
        const reduced = other ? undefined : withoutRefused(sending, facts)
        if (!other && (!reduced || times >= mostTimes)) throw error
        if (reduced) times += 1
        sending = { ...sending, ...other, ...reduced }
      }
    }
  }
}

/** Servers of local models answer 500 where a model's template refuses the roles. */
const statuses = new Set([400, 422, 500])

const refusals: readonly { readonly says: RegExp; readonly to: Partial<Manner> }[] = [
  { says: /max_tokens\b.*\bmax_completion_tokens|max_completion_tokens\b.*\bmax_tokens/s, to: { outputField: "max_completion_tokens" } }, // biome-ignore format: a row
  { says: /stream_options/, to: { countsUsage: false } },
  { says: /reasoning_(?:content|details)|thought_signature.{0,40}(?:invalid|not valid)|invalid .{0,3}signature|thinking.{0,20} blocks?\b/i, to: { hasThoughts: false } }, // biome-ignore format: a row
  { says: /\b(?:thinking|output_config|effort|reasoning(?:_effort)?)\b/, to: { effort: undefined } },
  {
    says: /call id was .{0,100} must be|tool_use\.id|tool_calls?\W.{0,20}\bid\b.{0,40}too long/i,
    to: { callIds: "short" },
  },
  { says: /roles? must alternate|must alternate between|unexpected role|expected last role|after role/i, to: { takesTurns: true } }, // biome-ignore format: a row
  { says: /system (?:role|message|instruction)s? (?:is |are )?(?:not|isn't) (?:supported|allowed|enabled)|developer instruction is not enabled|got system\b/i, to: { hasSystem: false } }, // biome-ignore format: a row
]

/** Undefined where no part was refused, or only parts that were changed already. */
function otherManner(manner: Manner, { status, sentence }: ErrorFacts): Partial<Manner> | undefined {
  if (status === undefined || !statuses.has(status)) return undefined
  const isNew = (to: Partial<Manner>) => (Object.keys(to) as (keyof Manner)[]).some((name) => manner[name] !== to[name])
  return refusals.find(({ says, to }) => says.test(sentence) && isNew(to))?.to
}

function withoutRefused(
  { tools }: Sending,
  { status, sentence }: ErrorFacts,
): Pick<Sending, "tools" | "isAllForeign"> | undefined {
  if ((status !== 400 && status !== 422) || !isOfDefinitions(sentence)) return undefined
  const named = refusedTools(tools, sentence)
  if (named.length > 0) return { tools: tools.filter((tool) => !named.includes(tool)) }
  const own = tools.filter(({ isForeign }) => !isForeign)
  return own.length === tools.length ? undefined : { tools: own, isAllForeign: true }
}

/** Matches errors about a tool's definition. An error with only a tool's name may be about a call of it. */
const ofDefinitions =
  /schema|parse grammar|declaration|parameters|\btools?[.[\s>-]+\d|tool definition|function\.(?:name|description)|input_schema|invalid (?:tool|function)|"tools"/i

/** `tools.3.custom.input_schema`, `tools[3].function`, `tools -> 3`, `["body","tools",3]`, Gemini's declarations. */
const places = [/function_declarations\[(\d{1,4})\]/g, /\btools?(?:\.|\[|"?, ?| ?-> ?)(\d{1,4})\b/g]

const isOfDefinitions = (sentence: string) => ofDefinitions.test(sentence) && !/thought_?signature/i.test(sentence)

/** The tools whose definition a host refuses, by name or else by place. */
function refusedTools(tools: readonly ModelTool[], sentence: string): ModelTool[] {
  const words = new Set(sentence.match(/[\w-]+/g))
  const named = tools.filter(({ name }) => words.has(name))
  if (named.length > 0) return named
  const [found = []] = places.map((place) => [...sentence.matchAll(place)]).filter(({ length }) => length > 0)
  return [...new Set(found.map(([, at]) => Number(at)))].flatMap((at) => tools[at] ?? [])
}
