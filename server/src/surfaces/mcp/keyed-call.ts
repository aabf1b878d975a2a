import { enter } from "#access/enter.ts"
import { ServiceError } from "#kernel/error.ts"
import { findKept, type Kept, type Keyed, keepAnswer } from "../transport/idempotency/idempotency.ts"
import type { Mcp } from "./mcp.ts"
import { type Ended, type Running, runTool } from "./run-tool.ts"
import { protocolVersion } from "./server-info.ts"

/**
 * Carries out a write once for each `idempotency_key`, and gives its first answer to every later call with the same
 * arguments, for 24 hours, in the same workspace. The answer is kept by the very transaction that writes, so a call that
 * was refused or killed leaves no trace, and of those that come at once one is carried out.
 *
 * @throws ServiceError `conflict` when the key came with other arguments; and whatever refuses the call.
 */
export async function runKeyed(mcp: Mcp, running: Running): Promise<Ended> {
  const keyed = toKeyed(running)
  // Arguments that do not fit are refused there, after what the caller may do was looked at.
  if (!keyed) return runTool(mcp, running)
  const first = await findKept(mcp.cx, keyed)
  if (first) return repeat(mcp, running, first)
  try {
    return await runTool(mcp, running, async (cx, body) => {
      const isKept = await keepAnswer({ ...cx, keyring: mcp.app.keyring }, keyed, { status: 200, body })
      if (!isKept) throw new Error("Another call with this key was faster.")
    })
  } catch (thrown) {
    // Whatever it stumbled over, such as its own slug: another call with the key may have been carried out meanwhile.
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

/** Finds the answer in a transaction, which also sees, or waits for, one that is being committed at this moment. */
function findCommitting({ cx }: Mcp, keyed: Keyed): Promise<Kept | undefined> {
  return cx.atomically(({ db }) => findKept({ ...cx, db }, keyed))
}

/** Gives the first answer again, to a caller that may still call the tool. */
async function repeat({ cx }: Mcp, { tool, caller }: Running, kept: Kept): Promise<Ended> {
  if (tool.action.access === "workspace") await enter(cx, caller, tool.action)
  if (!kept.isSame) throw otherArguments()
  return { result: kept.body, outcome: "replayed" }
}

const otherArguments = () =>
  new ServiceError("conflict", "This `idempotency_key` came with other arguments before.", {
    hint: "Repeat the arguments of the first call to get its answer, or use a new key for a new thing.",
  })
