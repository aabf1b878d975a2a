import { hash } from "node:crypto"
import { type Exchange, silentExchange } from "#access/exchange.ts"
import { type App, perform } from "#access/perform.ts"
import { type AssistantTool, type CallRow, type Fact, findHelper, type Look } from "#domains/assistant/on-demand.ts"
import { ServiceError } from "#kernel/error.ts"
import { callerFor } from "../state/caller.ts"
import type { Engine } from "../state/engine.ts"
import type { RunState } from "../state/load-run.ts"

type Json = Readonly<Record<string, unknown>>

export interface Permitted {
  readonly state: RunState
  readonly call: CallRow
  readonly tool: AssistantTool
  readonly epoch: number
  /** The level and layer for the record; left out where the person approved the call. */
  readonly level?: CallRow["level"]
  readonly layer?: string
}

/** Whether the tool and the arguments are still the ones that the model proposed. */
export function isAsProposed(call: CallRow, tool: AssistantTool): boolean {
  return tool.digest === call.definition_digest && hash("sha256", call.arguments, "hex") === call.arguments_digest
}

export function performAs(
  app: App,
  { state, tool, epoch }: Permitted,
  { input, ...more }: Partial<Exchange> & { input: unknown },
) {
  const caller = callerFor(state, { epoch, may: [tool.action] })
  return perform({ app, caller, exchange: { ...silentExchange, ...more }, name: tool.name }, tool.action, input)
}

/** Reads the object of a call as the call's owner. */
export function readAbout({ app }: Engine, permitted: Permitted): Promise<readonly Fact[]> {
  const look = ((action, input) => {
    const caller = callerFor(permitted.state, { epoch: permitted.epoch, may: [action] })
    return perform({ app, caller, exchange: silentExchange }, action, input).catch(unlessRefused)
  }) as Look
  return permitted.tool.about(look, JSON.parse(permitted.call.arguments))
}

function unlessRefused(thrown: unknown): undefined {
  if (!(thrown instanceof ServiceError)) throw thrown
}

/** Reads an object by a built-in tool or a helper. This is not a model's call and is not recorded. */
export async function lookBy(
  { app }: Engine,
  permitted: Permitted,
  { tool: name, input }: { tool: string; input: object },
): Promise<Json | undefined> {
  const tool = findHelper(name)
  if (!tool) return undefined
  const found = await performAs(app, { ...permitted, tool }, { input }).catch(unlessRefused)
  return found as Json | undefined
}
