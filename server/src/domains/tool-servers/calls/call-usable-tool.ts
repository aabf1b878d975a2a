import type { Context } from "#access/context.ts"
import { type OfferedTool, type ToolAnswer, type ToolServer, ToolServerFailure } from "#adapters/tool-servers/port.ts"
import { invalidInput, ServiceError } from "#kernel/error.ts"
import { digestOf, findPinRow, type PinRow, storeChangedTool } from "../pins/index.ts"
import { ownServer, type ServerRow } from "../servers/index.ts"
import { misfitOf, SchemaTooCostly } from "./check-schema.ts"
import type { Whose } from "./list-usable-tools.ts"
import { useServer } from "./use-server.ts"

export interface UsableCall {
  readonly serverId: string
  readonly toolName: string
  /** Of the definition that was shown to whoever allowed the call. */
  readonly digest: string
  readonly arguments: object
  readonly signal: AbortSignal
}

/**
 * Calls a tool of a workspace's server for a member. It goes out only if it is still the tool that was reviewed, here
 * and at the server; nothing goes out but the arguments.
 *
 * @throws ServiceError saying why not: paused, changed, not signed in, too few rights. `upstream_error` alone means that
 * it went out, so that it may have been done.
 */
export async function callUsableTool(cx: Context, whose: Whose, call: UsableCall): Promise<ToolAnswer> {
  const server = await ownServer(cx, whose, call.serverId)
  if (server.paused_at !== null) throw isPaused(server)
  const row = await findPinRow(cx, server.id, call.toolName)
  const pinned = pinnedOf(server, row, call)
  const misfit = fitOf(pinned.inputSchema, call.arguments)
  if (misfit !== undefined) throw invalidInput(`The arguments do not fit the tool: ${misfit}.`, "Change them.")
  const use = { server, accountId: whose.accountId }
  // What a server shows to one account may be theirs alone; what it shows to the reviewer is what others wait for.
  const isForAll = server.auth === "none" || server.credentials === "shared" || row?.pinned_by === whose.accountId
  const answer = await useServer(cx, use, {
    signal: call.signal,
    work: async (opened) => {
      const live = (await opened.listTools()).tools.find(({ name }) => name === call.toolName)
      if (!live || digestOf(live) !== call.digest) {
        if (isForAll) await cx.atomically((cx) => storeChangedTool(cx, server.id, live ?? call.toolName))
        throw live ? isChanged(server, call.toolName) : isGone(server, call.toolName)
      }
      // A server may take its time until here. Whoever may not use it any more is refused, as for a write of ours.
      await cx.atomically(async () => {})
      return callIt(opened, server, call)
    },
  })
  checkAnswer(pinned, answer)
  return answer
}

/** From here on it may have been done, whatever comes back. */
async function callIt(opened: ToolServer, server: ServerRow, call: UsableCall): Promise<ToolAnswer> {
  try {
    return await opened.callTool(call.toolName, call.arguments)
  } catch (error) {
    const isRefusal = !(error instanceof ToolServerFailure) || refusals.includes(error.reason)
    throw isRefusal ? error : nobodyKnows(server, error)
  }
}

/** With these a server says that it did nothing. */
const refusals: readonly string[] = ["unauthorized", "insufficient scope"]

function pinnedOf(server: ServerRow, row: PinRow | undefined, { toolName, digest }: UsableCall): OfferedTool {
  if (!row || row.pinned === null) throw isNotReviewed(server, toolName)
  if (row.offered === null) throw isGone(server, toolName)
  if (row.pinned_digest !== digest || row.offered_digest !== digest) throw isChanged(server, toolName)
  return JSON.parse(row.pinned)
}

/** A schema that cannot be checked keeps its tool from being used. */
function fitOf(schema: object, value: unknown): string | undefined {
  try {
    return misfitOf(schema, value)
  } catch (error) {
    if (error instanceof SchemaTooCostly) return "its schema is too complicated to be checked"
    throw error
  }
}

function checkAnswer({ outputSchema }: OfferedTool, { structured, isError }: ToolAnswer): void {
  if (!outputSchema || isError) return
  const misfit = structured === undefined ? "it has no structured content" : fitOf(outputSchema, structured)
  if (misfit === undefined) return
  throw new ServiceError("upstream_error", `The tool answered something else than it says it does: ${misfit}.`, {
    hint: "What it did there is done. Ask those who run the tool server.",
  })
}

const nobodyKnows = ({ name }: ServerRow, cause: unknown) =>
  new ServiceError("upstream_error", `${name} did not answer, so nobody knows whether it was done.`, {
    hint: "Look there before it is tried again.",
    cause,
  })

const isPaused = ({ name }: ServerRow) =>
  new ServiceError("conflict", `The tool server ${name} is paused.`, {
    hint: "An admin of the workspace can resume it.",
  })

const isNotReviewed = ({ name }: ServerRow, tool: string) =>
  new ServiceError("conflict", `${name} has no reviewed tool ${tool}.`, {
    hint: "An admin of the workspace reviews a server's tools before they can be used.",
  })

const isGone = ({ name }: ServerRow, tool: string) =>
  new ServiceError("conflict", `${name} does not offer ${tool} any more.`, { hint: "Do without it." })

const isChanged = ({ name }: ServerRow, tool: string) =>
  new ServiceError("conflict", `${tool} of ${name} was changed since it was reviewed.`, {
    hint: "An admin of the workspace looks at the difference before it can be used again.",
  })
