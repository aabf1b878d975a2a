import type { ConnectionCaller, Inside, WorkspaceName } from "#access/context.ts"
import { silentExchange } from "#access/exchange.ts"
import { perform } from "#access/perform.ts"
import type { Mcp } from "./mcp.ts"
import type { Params } from "./message.ts"
import type { CallRecord } from "./record.ts"
import type { Tool } from "./tool.ts"
import { toolResult } from "./tool-result.ts"

export interface Running {
  readonly tool: Tool
  readonly args: Params
  readonly record: CallRecord
  readonly caller: ConnectionCaller
}

export interface ToolOutcome {
  /** JSON. */
  readonly result: string
  readonly outcome: "ok" | "replayed"
}

/** Runs last in a write's transaction, with the result that the call returns after the commit. */
type Keep = (cx: Inside, result: string) => Promise<void>

export async function runTool(mcp: Mcp, { tool, caller, args, record }: Running, keep?: Keep): Promise<ToolOutcome> {
  let workspace: WorkspaceName | undefined
  const resultOf = (output: object) => toolResult(workspace, tool.writeOutput(output), tool.says?.(args, output))
  const output = await perform(
    {
      app: mcp.app,
      caller,
      name: tool.name,
      exchange: {
        ...silentExchange,
        enter(entered) {
          workspace = entered
        },
        async recordWrite(cx, output) {
          await record.recordWrite(cx, output)
          await keep?.(cx, resultOf(output as object))
        },
      },
    },
    tool.action,
    args,
  )
  return { result: resultOf(output), outcome: "ok" }
}
