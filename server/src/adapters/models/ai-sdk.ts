import { createAnthropic } from "@ai-sdk/anthropic"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import type { RemoteModel } from "#config/model-address.ts"
import { plainUserAgent } from "#kernel/addresses.ts"
import { toFailure } from "./failures.ts"
import type { LibraryModel, LibraryPart } from "./library.ts"
import { type Manner, Manners, type Sending } from "./manner.ts"
import { modelFetch } from "./model-fetch.ts"
import { type ModelEvent, ModelFailure, type ModelRequest, type Models } from "./port.ts"
import { AnswerReader } from "./to-events.ts"
import { toPrompt } from "./to-prompt.ts"
import { mostInput, sizeOf } from "./usage.ts"
import { type RequestWatch, watchOver } from "./watch.ts"

interface Options {
  /** The installation's key; a request may bring another. */
  readonly key?: string | undefined
  readonly isOverheard?: boolean
  /** The libraries add their own names. */
  readonly userAgent?: string
  /** Milliseconds without a byte after which a request is given up; a request may bring another number. */
  readonly idleMs?: number
  /** Epoch milliseconds. */
  readonly now: () => number
}

const usualIdleMs = 60_000

/** Sends a request once, and again only where the host refuses a parameter; `withRetries` does the rest. */
export function openAiSdk(address: RemoteModel, options: Options): Models {
  const { model, windowTokens, accepts } = address
  const manners = new Manners(address)
  return {
    ...{ name: model, isModel: true, windowTokens, accepts, silenceMs: options.idleMs ?? usualIdleMs },
    stream: (request, signal) => {
      const key = request.key ?? options.key
      return ask(
        { address, manners, userAgent: options.userAgent ?? plainUserAgent },
        { ...options, key },
        { request, signal },
      )
    },
    async close() {},
  }
}

interface Host {
  readonly address: RemoteModel
  readonly manners: Manners
  readonly userAgent: string
}

async function* ask(
  host: Host,
  { key, now, isOverheard = false, idleMs = usualIdleMs }: Options,
  { request, signal }: { request: ModelRequest; signal: AbortSignal },
): AsyncGenerator<ModelEvent> {
  signal.throwIfAborted()
  // The HTTP client's error for an invalid header value would contain the key.
  if (key !== undefined && !/^[\x21-\x7e]{1,1000}$/.test(key)) throw noKey()
  if (key !== undefined && isOverheard) throw noKey()
  if (key === undefined && host.address.baseUrl.startsWith("https://api.anthropic.com/")) throw noKey()
  const watch = watchOver(signal, request.silenceMs ?? idleMs)
  try {
    yield* answerTo(request, { ...host, key, watch })
  } catch (error) {
    signal.throwIfAborted()
    const ended = watch.reason()
    throw toFailure(ended ?? error, { key, now: now(), isReading: watch.hasArrived() })
  } finally {
    watch.end(new Error("The request is over."))
  }
}

async function* answerTo(
  request: ModelRequest,
  { address, manners, userAgent, key, watch }: Host & { key: string | undefined; watch: RequestWatch },
): AsyncGenerator<ModelEvent> {
  const asked = { wire: address.wire, name: address.model, accepts: address.accepts }
  const { stream, prompt, sending } = await manners.ask(request.tools, async (sending) => {
    const prompt = toPrompt(request, asked, sending)
    const model = openLibrary(address, { key, watch, manner: sending, userAgent })
    const effort = sending.effort === undefined ? {} : { reasoning: sending.effort }
    const call = { ...prompt, ...effort, providerOptions: wholeArguments, includeRawChunks: true }
    const asking = model.doStream({ ...call, abortSignal: watch.signal })
    return { ...(await watch.wait(Promise.resolve(asking))), prompt, sending }
  })
  const reader = new AnswerReader(request, { asked, sent: sentOf(request, { prompt, address }) })
  const parts = stream.getReader()
  while (!reader.hasEnded) {
    const { done, value }: { done: boolean; value?: LibraryPart | undefined } = await watch.wait(parts.read())
    if (done || value === undefined) throw new ModelFailure("cut", { isRetryable: true })
    const events = reader.read(value)
    if (reader.hasEnded) yield* leftOutOf(request, sending)
    yield* events
  }
}

function leftOutOf({ tools }: ModelRequest, sending: Sending): ModelEvent[] {
  const names = tools.filter((tool) => !sending.tools.includes(tool)).map(({ name }) => name)
  return names.length > 0 ? [{ type: "left out", tools: names, isNamed: !sending.isAllForeign }] : []
}

function sentOf(
  { messages }: ModelRequest,
  { prompt, address: { windowTokens } }: { prompt: ReturnType<typeof toPrompt>; address: RemoteModel },
) {
  const hasFiles = messages.some(
    ({ role, ...said }) => "parts" in said && said.parts.some(({ type }) => type === "file"),
  )
  const sentBytes = sizeOf(prompt)
  return { sentBytes, mostInput: mostInput(sentBytes, { hasFiles, windowTokens }) }
}

/** Partial arguments are useless here, and without streaming the provider may check that they are JSON. */
const wholeArguments = { anthropic: { toolStreaming: false } }

interface Library extends Pick<Host, "userAgent"> {
  key: string | undefined
  watch: RequestWatch
  manner: Manner
}

/** Address and key are always given, so that the libraries read no environment variables. */
function openLibrary({ wire, baseUrl, model }: RemoteModel, { key, watch, manner, userAgent }: Library): LibraryModel {
  const settings = {
    baseURL: baseUrl,
    headers: { "user-agent": userAgent },
    apiKey: key ?? "none",
    fetch: modelFetch(watch, { hasKey: key !== undefined, wire }),
  }
  if (wire === "anthropic") return createAnthropic(settings).languageModel(model)
  const transformRequestBody = ({ max_tokens: most, ...body }: Record<string, unknown>) => ({
    ...body,
    [manner.outputField]: most,
  })
  return createOpenAICompatible({
    ...settings,
    name: "model",
    includeUsage: manner.countsUsage,
    transformRequestBody,
  }).chatModel(model)
}

const noKey = () =>
  new ModelFailure("key", { isRetryable: false, cause: new Error("There is no usable key for the model.") })
