import { createAnthropic } from "@ai-sdk/anthropic"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import type { RemoteModel } from "#config/model-address.ts"
import { toFailure } from "./failures.ts"
import type { LibraryModel, LibraryPart } from "./library.ts"
import { modelFetch } from "./model-fetch.ts"
import { type ModelEvent, ModelFailure, type ModelRequest, type Models } from "./port.ts"
import { AnswerReader } from "./to-events.ts"
import { toPrompt } from "./to-prompt.ts"
import { sizeOf } from "./usage.ts"
import { type Watch, watchOver } from "./watch.ts"

interface Options {
  /** The installation's key; a request may bring another. */
  readonly key?: string | undefined
  /** As the port has it. */
  readonly isOverheard?: boolean
  /** After how many milliseconds without a byte a request is given up. */
  readonly idleMs?: number
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** Asks a model over one of both wires. Each request is made once: `withRetries` asks again. */
export function openAiSdk(address: RemoteModel, options: Options): Models {
  const { model, windowTokens, accepts } = address
  return {
    ...{ name: model, isModel: true, windowTokens, accepts },
    stream: (request, signal) => ask(address, { ...options, key: request.key ?? options.key }, { request, signal }),
    async close() {},
  }
}

async function* ask(
  address: RemoteModel,
  { key, now, isOverheard = false, idleMs = 60_000 }: Options,
  { request, signal }: { request: ModelRequest; signal: AbortSignal },
): AsyncGenerator<ModelEvent> {
  signal.throwIfAborted()
  // What no header can carry would end up in an error of the HTTP client, with the key in it.
  if (key !== undefined && !/^[\x21-\x7e]{1,1000}$/.test(key)) throw noKey()
  if (key !== undefined && isOverheard) throw noKey()
  if (key === undefined && address.baseUrl.startsWith("https://api.anthropic.com/")) throw noKey()
  const watch = watchOver(signal, idleMs)
  try {
    yield* answerTo(request, { address, key, watch })
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
  { address, key, watch }: { address: RemoteModel; key: string | undefined; watch: Watch },
): AsyncGenerator<ModelEvent> {
  const asked = { wire: address.wire, name: address.model, accepts: address.accepts }
  const prompt = toPrompt(request, asked)
  const model = openLibrary(address, { key, watch })
  const reader = new AnswerReader(request, { asked, sentBytes: sizeOf(prompt) })
  const call = { ...prompt, providerOptions: wholeArguments, includeRawChunks: true, abortSignal: watch.signal }
  const { stream } = await watch.wait(Promise.resolve(model.doStream(call)))
  const parts = stream.getReader()
  while (!reader.hasEnded) {
    const { done, value }: { done: boolean; value?: LibraryPart | undefined } = await watch.wait(parts.read())
    if (done || value === undefined) throw new ModelFailure("cut", { isRetryable: true })
    yield* reader.read(value)
  }
}

/** Arguments are of use only once they are whole: the provider may check that they are JSON before it sends them. */
const wholeArguments = { anthropic: { toolStreaming: false } }

/** The libraries read no environment: address and key are always given, and are those of this request alone. */
function openLibrary(
  { wire, baseUrl, model }: RemoteModel,
  { key, watch }: { key: string | undefined; watch: Watch },
): LibraryModel {
  const settings = {
    baseURL: baseUrl,
    apiKey: key ?? "none",
    fetch: modelFetch(watch, { hasKey: key !== undefined, wire }),
  }
  if (wire === "anthropic") return createAnthropic(settings).languageModel(model)
  return createOpenAICompatible({ ...settings, name: "model", includeUsage: true }).chatModel(model)
}

const noKey = () =>
  new ModelFailure("key", { isRetryable: false, cause: new Error("There is no usable key for the model.") })
