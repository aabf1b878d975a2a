import { commands } from "../lazy.ts"
import type { ModelEvent, ModelRequest, Models } from "../port.ts"
import { plan } from "./plan.ts"

const noModel = "\n\nNo model is connected. Type `/help` to see available commands."

/**
 * The assistant without a model. It understands whole sentences only, calls tools as a model would, reports the result,
 * and always says that no model is connected.
 */
export function openCommands(): Models {
  return {
    ...commands,
    async *stream(request, signal) {
      signal.throwIfAborted()
      yield* answer(request)
    },
    async close() {},
  }
}

function* answer(request: ModelRequest): Generator<ModelEvent> {
  const step = plan(request)
  if ("call" in step) yield { type: "call", id: nextId(request), name: step.call, arguments: step.input }
  else yield { type: "text", text: step.say + noModel }
  yield { type: "usage", usage: { input: 0, output: 0, cached: 0, isEstimate: false } }
  yield { type: "end", reason: "call" in step ? "calls" : "stop" }
}

function nextId({ messages }: ModelRequest): string {
  const parts = messages.flatMap((message) => (message.role === "assistant" ? message.parts : []))
  return `command_${parts.filter(({ type }) => type === "call").length + 1}`
}
