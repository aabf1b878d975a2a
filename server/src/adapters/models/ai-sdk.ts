import { createAnthropic } from "@ai-sdk/anthropic"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import type { RemoteModel } from "#config/model-address.ts"
import { toFailure } from "./failures.ts"
import type { LibraryModel, LibraryPart } from "./library.ts"
import { type Manner, Manners } from "./manner.ts"
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
  /** Milliseconds without a byte after which a request is given up. */
  readonly idleMs?: number
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** Sends a request once, and again only where the host refuses a parameter; `withRetries` does the rest. */
export function openAiSdk(address: RemoteModel, options: Options): Models {
  const { model, windowTokens, accepts, effort } = address
  const manners = new Manners(effort)
  return {
    ...{ name: model, isModel: true, windowTokens, accepts },
    stream: (request, signal) => {
      const key = request.key ?? options.key
      return ask({ address, manners }, { ...options, key }, { request, signal })
    },
    async close() {},
  }
}

interface Host {
  readonly address: RemoteModel
  readonly manners: Manners
}

async function* ask(
  host: Host,
  { key, now, isOverheard = false, idleMs = 60_000 }: Options,
  { request, signal }: { request: ModelRequest; signal: AbortSignal },
): AsyncGenerator<ModelEvent> {
  signal.throwIfAborted()
  // The HTTP client's error for an invalid header value would contain the key.
  if (key !== undefined && !/^[\x21-\x7e]{1,1000}$/.test(key)) throw noKey()
  if (key !== undefined && isOverheard) throw noKey()
  if (key === undefined && host.address.baseUrl.startsWith("https://api.anthropic.com/")) throw noKey()
  const watch = watchOver(signal, idleMs)
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
  { address, manners, key, watch }: Host & { key: string | undefined; watch: RequestWatch },
): AsyncGenerator<ModelEvent> {
  const asked = { wire: address.wire, name: address.model, accepts: address.accepts }
  const prompt = toPrompt(request, asked)
  const reader = new AnswerReader(request, { asked, sent: sentOf(request, { prompt, address }) })
  const call = { ...prompt, providerOptions: wholeArguments, includeRawChunks: true, abortSignal: watch.signal }
  const { stream } = await manners.ask((manner) => {
    const model = openLibrary(address, { key, watch, manner })
    const effort = manner.effort === undefined ? {} : { reasoning: manner.effort }
    return watch.wait(Promise.resolve(model.doStream({ ...call, ...effort })))
  })
  const parts = stream.getReader()
  while (!reader.hasEnded) {
    const { done, value }: { done: boolean; value?: LibraryPart | undefined } = await watch.wait(parts.read())
    if (done || value === undefined) throw new ModelFailure("cut", { isRetryable: true })
    yield* reader.read(value)
  }
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

/** Address and key are always given, so that the libraries read no environment variables. */
function openLibrary(
  { wire, baseUrl, model }: RemoteModel,
  { key, watch, manner }: { key: string | undefined; watch: RequestWatch; manner: Manner },
): LibraryModel {
  const settings = {
    baseURL: baseUrl,
    apiKey: key ?? "none",
    fetch: modelFetch(watch, { hasKey: key !== undefined, wire }),
  }
  if (wire === "anthropic") return createAnthropic(settings).languageModel(model)
  const transformRequestBody = ({ max_tokens: most, ...body }: Record<string, unknown>) => ({
    ...body,
    [manner.outputField]: most,
  })
  return createOpenAICompatible({ ...settings, name: "model", includeUsage: true, transformRequestBody }).chatModel(
    model,
  )
}

const noKey = () =>
  new ModelFailure("key", { isRetryable: false, cause: new Error("There is no usable key for the model.") })
