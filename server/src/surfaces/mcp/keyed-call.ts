import { enter } from "#access/enter.ts"
import { ServiceError } from "#kernel/error.ts"
import { findKept, type KeptAnswer, type Keyed, keepAnswer } from "../transport/idempotency/idempotency.ts"
import type { Mcp } from "./mcp.ts"
import { type Running, runTool, type ToolOutcome } from "./run-tool.ts"
import { protocolVersion } from "./server-info.ts"

/**
 * Runs a write once for each `idempotency_key` in 24 hours. The write's own transaction stores the answer: a refused or
 * killed call leaves no trace, and of concurrent calls one runs. @throws ServiceError `conflict` for other arguments.
 */
export async function runKeyed(mcp: Mcp, running: Running): Promise<ToolOutcome> {
  const keyed = toKeyed(running)
  // `runTool` refuses invalid arguments after it has checked the caller's rights.
  if (!keyed) return runTool(mcp, running)
  const first = await findKept(mcp.cx, keyed)
  if (first) return repeat(mcp, running, first)
  try {
    return await runTool(mcp, running, async (cx, body) => {
      const isKept = await keepAnswer({ ...cx, keyring: mcp.app.keyring }, keyed, { status: 200, body })
      if (!isKept) throw new Error("Another call with this key was faster.")
    })
  } catch (thrown) {
    // On any failure, such as a taken slug, a concurrent call with this key may have won.
    const faster = await findCommitting(mcp, keyed).catch(() => undefined)
    if (!faster) throw thrown
    return repeat(mcp, running, faster)
  }
}

function toKeyed({ tool, caller, args }: Running): Keyed | undefined {
  const read = tool.action.input.safeParse(args)
  if (!read.success) return undefined
  const { idempotency_key, ...input } = read.data
  return {
    endpointId: `tool ${tool.name}`,
    pathParameters: caller.workspace,
    principal: caller.grantId,
    key: String(idempotency_key),
    versionDate: protocolVersion,
    input,
  }
}

/** Finds the answer in a transaction, which also sees one that is being committed, or waits for it. */
function findCommitting({ cx }: Mcp, keyed: Keyed): Promise<KeptAnswer | undefined> {
  return cx.atomically(({ db }) => findKept({ ...cx, db }, keyed))
}

/** Returns the first answer again, if the caller may still call the tool. */
async function repeat({ cx }: Mcp, { tool, caller }: Running, stored: KeptAnswer): Promise<ToolOutcome> {
  if (tool.action.access === "workspace") await enter(cx, caller, tool.action)
  if (!stored.isSame) throw otherArguments()
  return { result: stored.body, outcome: "replayed" }
}

const otherArguments = () =>
  new ServiceError("conflict", "This `idempotency_key` was used with other arguments.", {
    hint: "Repeat the first arguments, or use a new key.",
  })
