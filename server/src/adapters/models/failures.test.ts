import assert from "node:assert/strict"
import { test } from "node:test"
import { answerOf, listTool, question } from "#test/contracts/models/requests.ts"
import { failing, never, onBothWires, reasonOf } from "#test/support/stand-ins/model/both-wires.ts"
import { type Answer, openModelStandIn, type Script } from "#test/support/stand-ins/model/model-stand-in.ts"
import { ModelFailure, type ModelTool } from "./port.ts"

type Reason = ModelFailure["reason"]

const inError = (error: object) => JSON.stringify({ error })
const anthropic = (type: string, message: string) => JSON.stringify({ type: "error", error: { type, message }, request_id: "req_1" }) // biome-ignore format: one thought
const plain = (message: string, more: object = {}) => JSON.stringify({ object: "error", message, param: null, code: null, ...more }) // biome-ignore format: one thought
const routed = (raw: string) => inError({ message: "Provider returned error", code: 400, metadata: { raw, provider_name: "X" } }) // biome-ignore format: one thought

const seen: readonly (readonly [host: string, status: number, body: string, reason: Reason])[] = [
  ["OpenAI, no credit", 429, inError({ message: "You exceeded your current quota, please check your plan and billing details.", type: "insufficient_quota", param: null, code: "insufficient_quota" }), "no credit"],
  ["OpenAI, hard limit", 400, inError({ message: "Billing hard limit has been reached", type: "invalid_request_error", code: "billing_hard_limit_reached" }), "no quota"],
  ["OpenAI, too fast", 429, inError({ message: "Rate limit reached for gpt-5 in organization org-1 on tokens per min (TPM): Limit 30000, Used 29000, Requested 4000. Please try again in 6ms.", type: "tokens", code: "rate_limit_exceeded" }), "busy"],
  ["OpenAI, too long", 400, inError({ message: "This model's maximum context length is 8192 tokens. However, your messages resulted in 8545 tokens.", type: "invalid_request_error", param: "messages", code: "context_length_exceeded" }), "too long"],
  ["OpenAI, too large for its rate", 429, inError({ message: "Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 41000. The input or output tokens must be reduced.", type: "tokens", code: "rate_limit_exceeded" }), "too long"],
  ["OpenAI, key", 401, inError({ message: "Incorrect API key provided: sk-x.", type: "invalid_request_error", code: "invalid_api_key" }), "key"],
  ["OpenAI, no model", 404, inError({ message: "The model `gpt-9` does not exist or you do not have access to it.", type: "invalid_request_error", code: "model_not_found" }), "no model"],
  ["Azure, no deployment", 404, inError({ code: "DeploymentNotFound", message: "The API deployment for this resource does not exist." }), "no model"],
  ["Azure, filter", 400, inError({ message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.", type: null, param: "prompt", code: "content_filter", status: 400 }), "declined"],
  ["Azure, too fast", 429, inError({ code: "429", message: "Requests to the ChatCompletions Operation have exceeded token rate limit of your current pricing tier. Please retry after 7 seconds." }), "busy"],
  ["Anthropic, no credit", 400, anthropic("invalid_request_error", "Your credit balance is too low to access the Anthropic API."), "no credit"],
  ["Anthropic, no quota", 400, anthropic("invalid_request_error", "You have reached your specified API usage limits. You will regain access on 2026-12-01."), "no quota"],
  ["Anthropic, too long", 400, anthropic("invalid_request_error", "prompt is too long: 213462 tokens > 200000 maximum"), "too long"],
  ["Anthropic, too large", 413, anthropic("request_too_large", "Request exceeds the maximum size"), "too long"],
  ["Anthropic, overloaded", 529, anthropic("overloaded_error", "Overloaded"), "busy"],
  ["Gemini, key", 400, `[${inError({ code: 400, message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT" })}]`, "key"],
  ["Gemini, too fast", 429, `[${inError({ code: 429, message: "You exceeded your current quota, please check your plan and billing details. Please retry in 34.07s.", status: "RESOURCE_EXHAUSTED" })}]`, "busy"],
  ["Gemini, no quota", 429, `[${inError({ code: 429, message: "You exceeded your current quota.", status: "RESOURCE_EXHAUSTED", details: [{ violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier" }] }] })}]`, "no quota"],
  ["Gemini, too long", 400, `[${inError({ code: 400, message: "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).", status: "INVALID_ARGUMENT" })}]`, "too long"],
  ["Gemini, overloaded", 503, `[${inError({ code: 503, message: "The model is overloaded. Please try again later.", status: "UNAVAILABLE" })}]`, "busy"],
  ["Mistral, too long", 400, plain("Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length", { type: "invalid_request_prompt" }), "too long"],
  ["Mistral, no model", 400, plain("Invalid model: mistral-huge", { type: "invalid_model", code: "1500" }), "no model"],
  ["Mistral, key", 401, JSON.stringify({ detail: "Unauthorized" }), "key"],
  ["Groq, no quota", 429, inError({ message: "Rate limit reached for model `x` in organization `org` on tokens per day (TPD): Limit 100000, Used 99336, Requested 1000. Please try again in 7m12.5s.", type: "tokens", code: "rate_limit_exceeded" }), "no quota"],
  ["Groq, too long", 400, inError({ message: "Please reduce the length of the messages or completion.", type: "invalid_request_error", param: "messages" }), "too long"],
  ["Groq, old model", 400, inError({ message: "The model `mixtral` has been decommissioned and is no longer supported.", type: "invalid_request_error", code: "model_decommissioned" }), "no model"],
  ["Groq, no tools", 400, inError({ message: "`tool calling` is not supported with this model", type: "invalid_request_error" }), "no tools"],
  ["OpenRouter, no credit", 402, inError({ message: "This request requires more credits, or fewer max_tokens. You requested up to 16384 tokens.", code: 402 }), "no credit"],
  ["OpenRouter, no quota", 429, inError({ message: "Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 free model requests per day", code: 429 }), "no quota"],
  ["OpenRouter, key's limit", 403, inError({ message: "Key limit exceeded (monthly limit). Manage it using https://openrouter.ai/settings/keys", code: 403 }), "no quota"],
  ["OpenRouter, no tools", 404, inError({ message: 'No endpoints found that support tool use. Try disabling "list_links".', code: 404 }), "no tools"],
  ["OpenRouter, no model", 400, inError({ message: "acme/none is not a valid model ID", code: 400 }), "no model"],
  ["OpenRouter, moderation", 403, inError({ message: "Input was flagged for: violence", code: 403, metadata: { reasons: ["violence"] } }), "declined"],
  ["OpenRouter, behind it too long", 400, routed('{"error":{"message":"This endpoint\'s maximum context length is 32768 tokens. However, you requested about 40000 tokens","code":"context_length_exceeded"}}'), "too long"],
  ["OpenRouter, behind it too fast", 429, inError({ message: "Provider returned error", code: 429, metadata: { raw: "x is temporarily rate-limited upstream. Please retry shortly." } }), "busy"],
  ["Together, too long", 422, inError({ message: "The input (40000 tokens) is longer than the model's context length (32768 tokens).", type: "invalid_request_error", param: null, code: null }), "too long"],
  ["Together, no credit", 402, inError({ message: "Credit limit exceeded, please navigate to https://api.together.ai/settings/billing", type: "credit_limit", code: null }), "no credit"],
  ["DeepSeek, no credit", 402, inError({ message: "Insufficient Balance", type: "unknown_error", param: null, code: "invalid_request_error" }), "no credit"],
  ["DeepSeek by a gateway, no credit", 400, inError({ message: "Insufficient Balance", type: "unknown_error", param: null, code: "invalid_request_error" }), "no credit"],
  ["Moonshot, no credit", 429, inError({ message: "Your account org-1 is suspended, please check your plan and billing details", type: "exceeded_current_quota_error" }), "no credit"],
  ["Moonshot, too long", 400, inError({ message: "Invalid request: Your request exceeded model token limit: 131072 (requested: 140000)", type: "invalid_request_error" }), "too long"],
  ["xAI, too long", 400, JSON.stringify({ code: "Client specified an invalid argument", error: "This model's maximum prompt length is 131072 but the request contains 537812 tokens." }), "too long"],
  ["Ollama, no tools", 400, inError({ message: "registry.ollama.ai/library/gemma3:4b does not support tools", type: "api_error", param: null, code: null }), "no tools"],
  ["Ollama, no model", 404, inError({ message: 'model "llama9" not found, try pulling it first', type: "api_error", param: null, code: null }), "no model"],
  ["LM Studio, too long", 400, JSON.stringify({ error: "Trying to keep the first 15857 tokens when context the overflows. However, the model is loaded with context length of only 8192 tokens" }), "too long"],
  ["LM Studio, no model", 400, JSON.stringify({ error: "No models loaded. Please load a model in the developer page." }), "no model"],
  ["vLLM, no tools", 400, plain('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set', { type: "BadRequestError", code: 400 }), "no tools"],
  ["vLLM, too long", 400, plain("This model's maximum context length is 4096 tokens. However, you requested 5000 tokens", { type: "BadRequestError", code: 400 }), "too long"],
  ["llama.cpp, too long", 400, inError({ code: 400, message: "the request exceeds the available context size, try increasing it", type: "exceed_context_size_error", n_prompt_tokens: 9000, n_ctx: 4096 }), "too long"],
  ["llama.cpp, loading", 503, inError({ code: 503, message: "Loading model", type: "unavailable_error" }), "busy"],
  ["llama.cpp, no tools", 500, inError({ code: 500, message: "tools param requires --jinja flag", type: "server_error" }), "no tools"],
  ["Bedrock, too fast", 429, JSON.stringify({ message: "Too many tokens, please wait before trying again." }), "busy"],
  ["a proxy, a page", 502, "<html><h1>502 Bad Gateway</h1></html>", "broken"],
  ["a proxy, too large", 413, "<html>413 Request Entity Too Large</html>", "too long"],
  ["any, something else", 400, inError({ message: "temperature is out of range", type: "invalid_request_error", param: "temperature", code: null }), "refused"],
] // biome-ignore format: a table

for (const [host, status, body, reason] of seen) {
  test(`${host}: ${reason}`, async (t) => {
    const standIn = await openModelStandIn(t, [{ status, body }])
    const wire = host.startsWith("Anthropic") ? "anthropic" : "openai"
    const { failure } = await failing(standIn.models({ wire }).stream(question("Hello"), never))
    assert.equal(reasonOf(failure), reason)
    assert.equal(failure instanceof ModelFailure && failure.refusal?.status, status)
  })
}

test("errors within a stream are recognized in every form", async (t) => {
  const forms: [string, Reason][] = [
    ['{"error":{"message":"Insufficient Balance"}}', "no credit"],
    ['{"error":"the request exceeds the available context size, try increasing it"}', "too long"],
    ['{"object":"error","message":"The model is overloaded","type":"x","code":503}', "busy"],
    ['{"id":"gen-1","error":{"code":402,"message":"Insufficient credits"},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}', "no credit"], // biome-ignore format: one thought
  ]
  for (const [data, reason] of forms) {
    for (const body of [`data: ${data}\n\n`, data]) {
      const standIn = await openModelStandIn(t, [
        { status: 200, headers: { "content-type": "text/event-stream" }, body },
      ])
      const { failure } = await failing(standIn.models({ wire: "openai" }).stream(question("Hello"), never))
      assert.equal(reasonOf(failure), reason, body)
    }
  }
})

test("the wait that a host names in words is kept", async (t) => {
  const refuse = (message: string): Answer => ({ status: 429, body: inError({ message, code: "rate_limit_exceeded" }) })
  const waits = { "Please try again in 6ms.": 6, "Please retry in 34.07s.": 34_070, "Please try again in 7m12.5s.": 432_500, "Try again in 1h2m": 3_720_000, "Try again.": undefined } // biome-ignore format: one thought
  for (const [message, ms] of Object.entries(waits)) {
    const standIn = await openModelStandIn(t, [refuse(message)])
    const { failure } = await failing(standIn.models({ wire: "openai" }).stream(question("Hello"), never))
    assert.equal(failure instanceof ModelFailure && failure.retryAfterMs, ms)
  }
})

test("a refusal keeps its status, code and field, and no words of the host", async (t) => {
  const body = inError({ message: "Secret words about max_tokens", type: "invalid_request_error", param: "tools[2]", code: "unsupported_value" }) // biome-ignore format: one thought
  const standIn = await openModelStandIn(t, [{ status: 400, body }])
  const { failure } = await failing(standIn.models({ wire: "openai" }).stream(question("Hello", { tools: [] }), never))
  assert.ok(failure instanceof ModelFailure)
  assert.deepEqual(failure.refusal, { status: 400, code: "unsupported_value", field: "max_tokens, tools" })
  assert.ok(!JSON.stringify([failure, String(failure.cause)]).includes("Secret"))
})

const foreign = (name: string): ModelTool => ({ ...listTool, name, isForeign: true })
const tools = [listTool, foreign("s1__odd"), foreign("s1__even"), foreign("s2__other")]

const refusingOdd =
  (status: number, write: (at: number, name: string) => string): Script =>
  ({ tools }) => {
    const at = tools.findIndex(({ name }) => name === "s1__odd")
    return at < 0 ? ["Yes."] : { status, body: write(at, "s1__odd") }
  }

const namings: Readonly<Record<string, (at: number, name: string) => string>> = {
  Anthropic: (at) => anthropic("invalid_request_error", `tools.${at}.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12`), // biome-ignore format: one thought
  OpenAI: (at, name) => inError({ message: `Invalid schema for function '${name}': In context=('properties', 'texts'), array schema missing items.`, type: "invalid_request_error", param: `tools[${at}].function.parameters`, code: "invalid_function_parameters" }), // biome-ignore format: one thought
  "OpenAI, by place": (at) => inError({ message: "Expected a string with maximum length 1024.", type: "invalid_request_error", param: `tools[${at}].function.description`, code: "string_above_max_length" }), // biome-ignore format: one thought
  Groq: (at, name) => inError({ message: `invalid JSON schema for tool ${name}, tools[${at}].function.parameters: 'required' present but 'properties' is missing`, type: "invalid_request_error" }), // biome-ignore format: one thought
  Gemini: (at) => `[${inError({ code: 400, message: `Invalid JSON payload received. Unknown name "const" at 'tools[0].function_declarations[${at}].parameters.properties[8].value': Cannot find field.`, status: "INVALID_ARGUMENT" })}]`, // biome-ignore format: one thought
  FastAPI: (at) => JSON.stringify({ detail: [{ type: "value_error", loc: ["body", "tools", at, "function", "parameters"], msg: "Value error", input: { conversation: "rate limit" } }] }), // biome-ignore format: one thought
  pydantic: (at) => plain(`1 validation error: tools -> ${at} -> function -> parameters field required`, { type: "BadRequestError", code: 400 }), // biome-ignore format: one thought
}

for (const [host, write] of Object.entries(namings)) {
  test(`${host}: a tool that the host refuses is left out, and the question is answered`, async (t) => {
    const status = host === "FastAPI" ? 422 : 400
    const standIn = await openModelStandIn(t, refusingOdd(status, write))
    const wire = host === "Anthropic" ? "anthropic" : "openai"
    const events = await answerOf(standIn.models({ wire }), question("Hello", { tools }))
    const leftOut = events.find((event) => event.type === "left out")
    assert.deepEqual(leftOut, { type: "left out", tools: ["s1__odd"], isNamed: true })
    assert.equal(events.at(-1)?.type, "end")
    assert.deepEqual(standIn.journal.map((asked) => asked.tools.length), [4, 3]) // biome-ignore format: one thought
  })
}

test("llama.cpp, whose grammar names no tool, is asked without those of tool servers", async (t) => {
  const says = "Failed to initialize samplers: failed to parse grammar"
  const body = inError({ code: 400, message: says, type: "invalid_request_error" })
  const standIn = await openModelStandIn(
    t,
    refusingOdd(400, () => body),
  )
  const events = await answerOf(standIn.models({ wire: "openai" }), question("Hello", { tools }))
  assert.equal(events.at(-1)?.type, "end")
  assert.deepEqual(standIn.journal.map((asked) => asked.tools.length), [4, 1]) // biome-ignore format: one thought
})

test("a host that names no tool is asked without those of tool servers", async (t) => {
  const says = "Invalid request: tools.function.parameters is not a valid moonshot flavored json schema, details: <At path 'properties.source': type is not defined>" // biome-ignore format: one thought
  const standIn = await openModelStandIn(t, refusingOdd(400, () => inError({ message: says, type: "invalid_request_error" }))) // biome-ignore format: one thought
  const events = await answerOf(standIn.models({ wire: "openai" }), question("Hello", { tools }))
  const others = ["s1__odd", "s1__even", "s2__other"]
  assert.deepEqual(
    events.find((event) => event.type === "left out"),
    { type: "left out", tools: others, isNamed: false },
  )
})

onBothWires("a host that refuses one tool after the other is asked seven times at most", async (t, wire) => {
  const many = Array.from({ length: 20 }, (_, at) => foreign(`s1__t${at}`))
  const standIn = await openModelStandIn(t, ({ tools: [first] }) => ({ status: 400, body: inError({ message: `Invalid schema for function '${first?.name}'.`, type: "invalid_request_error" }) })) // biome-ignore format: one thought
  const { failure } = await failing(standIn.models({ wire }).stream(question("Hello", { tools: many }), never))
  assert.equal(reasonOf(failure), "refused")
  assert.equal(standIn.journal.length, 7)
})

test("a tool's name in a refusal of something else leaves no tool out", async (t) => {
  const body = inError({ code: 400, message: "Function call is missing a thought_signature in functionCall parts. Additional data, function call `default_api:s1__odd`, position 2.", status: "INVALID_ARGUMENT" }) // biome-ignore format: one thought
  const standIn = await openModelStandIn(t, [{ status: 400, body }])
  const { failure } = await failing(standIn.models({ wire: "openai" }).stream(question("Hello", { tools }), never))
  assert.equal(reasonOf(failure), "refused")
  assert.equal(standIn.journal.length, 1)
})

test("openai: a description is cut at the length that hosts accept", async (t) => {
  const standIn = await openModelStandIn(t, [["Yes."]])
  const long = { ...listTool, description: "x".repeat(2_000) }
  await answerOf(standIn.models({ wire: "openai" }), question("Hello", { tools: [long] }))
  assert.equal(standIn.journal[0]?.tools[0]?.description.length, 1_024)
})

test("anthropic: thoughts that are refused in one conversation are sent in the next", async (t) => {
  const standIn = await openModelStandIn(t, ({ messages }, index) => {
    const isOdd = messages.some(({ thoughts }) => thoughts.includes("Old."))
    if (isOdd) return { status: 400, body: anthropic("invalid_request_error", "messages.1.content.0: Invalid `signature` in `thinking` block") } // biome-ignore format: one thought
    return index === 0 ? ["Yes."] : ["No."]
  })
  const models = standIn.models()
  const thinking = (text: string) => {
    const thought = { type: "thinking" as const, text, extra: { model: "stand-in", wire: "anthropic", signature: "s" } }
    const answer = { role: "assistant" as const, parts: [thought, { type: "text" as const, text: "Hm." }] }
    return { ...question(""), messages: [...question("One").messages, answer, ...question("Two").messages] }
  }
  await answerOf(models, thinking("Old."))
  await answerOf(models, thinking("New."))
  assert.deepEqual(standIn.journal.map((asked) => asked.messages[1]?.thoughts), [["Old."], [], ["New."]]) // biome-ignore format: one thought
})
