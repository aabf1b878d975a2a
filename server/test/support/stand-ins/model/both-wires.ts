import { type TestContext, test } from "node:test"
import { type ModelEvent, ModelFailure } from "#adapters/models/port.ts"
import type { Answer } from "./model-stand-in.ts"
import type { Wire } from "./wires.ts"

export const never = new AbortController().signal

/** Runs a test on both wires. */
export function onBothWires(name: string, run: (t: TestContext, wire: Wire) => Promise<void>) {
  for (const wire of ["anthropic", "openai"] as const) test(`${wire}: ${name}`, (t) => run(t, wire))
}

/** The events of a failing answer, and its failure. */
export async function failing(events: AsyncIterable<ModelEvent>): Promise<{ events: ModelEvent[]; failure: unknown }> {
  const got: ModelEvent[] = []
  try {
    for await (const event of events) got.push(event)
  } catch (failure) {
    return { events: got, failure }
  }
  throw new Error("It did not fail.")
}

export const reasonOf = (failure: unknown) => (failure instanceof ModelFailure ? failure.reason : failure)

/** The answer of a host that does not know a part of the request. */
export const refusing = (message: string): Answer => ({
  status: 400,
  body: JSON.stringify({ error: { message, type: "invalid_request_error", code: "unsupported_parameter" } }),
})
