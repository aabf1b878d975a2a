import type { Context } from "#access/context.ts"
import {
  type ListedTool,
  type ToolAnswer,
  type ToolList,
  type ToolServerClient,
  ToolServerFailure,
} from "#adapters/tool-servers/port.ts"
import { conflict, invalidInput, ServiceError } from "#kernel/error.ts"
import { toolInputReader } from "#kernel/tools/tool-input.ts"
import { digestOf, findPinRow, type PinRow, storeChangedTool } from "../pins/index.ts"
import { ownServer, refusedCall, type ServerRow, unanswerable } from "../servers/index.ts"
import { misfitOf, SchemaTooCostly } from "./check-schema.ts"
import type { ToolUser } from "./list-usable-tools.ts"
import { useServer } from "./use-server.ts"

export interface UsableCall {
  readonly serverId: string
  readonly toolName: string
  /** The digest of the definition that the person saw who allowed the call. */
  readonly digest: string
  readonly arguments: object
  readonly signal: AbortSignal
}

/**
 * Calls a tool for a member, if it is as it was reviewed, here and at the server. Sends nothing but the arguments.
 * @throws ServiceError with the reason. Only with `upstream_error` was the call sent and may have had an effect.
 */
export async function callUsableTool(cx: Context, whose: ToolUser, call: UsableCall): Promise<ToolAnswer> {
  const server = await ownServer(cx, whose, call.serverId)
  if (server.paused_at !== null) throw isPaused(server)
  const row = await findPinRow(cx, server.id, call.toolName)
  const pinned = pinnedOf(server, row, call)
  const misfit = misfitOfCall(pinned, call.arguments)
  if (misfit !== undefined) throw invalidInput(`Invalid input for the tool: ${misfit}.`, "Correct the input.")
  // A server may show one account its own version of a tool; the reviewer's version concerns everyone.
  const isForAll = server.auth === "none" || server.credentials === "shared" || row?.pinned_by === whose.accountId
  const use = { server, accountId: whose.accountId }
  const work = (opened: ToolServerClient) => checkAndCall(cx, opened, { server, pinned, call, isForAll })
  const answer = await useServer(cx, use, { signal: call.signal, work })
  return { ...answer, ...noteOn(pinned, answer) }
}

interface Checked {
  server: ServerRow
  pinned: ListedTool
  call: UsableCall
  /** Whether the list of this member's sign-in applies to all members. */
  isForAll: boolean
}

/** Lists the tools again after an error that may mean that they changed, and repeats a call whose headers were refused. */
async function checkAndCall(cx: Context, opened: ToolServerClient, checked: Checked): Promise<ToolAnswer> {
  const { server, pinned, call } = checked
  const first = await opened.listTools({ mayBeKept: true })
  const { freshMs } = first
  // The definition may have been reviewed after a kept list was made.
  const isOlder = freshMs > 0 && !isListed(first, call)
  await checkIsAsReviewed(cx, checked, isOlder ? await opened.listTools() : first)
  // Checks again right before the call that the caller may still write: the server may have been slow until here.
  await cx.atomically(async () => {})
  const send = () => callIt(opened, { server, pinned, call: { ...call, arguments: toSent(pinned, call.arguments) } })
  try {
    return await send()
  } catch (error) {
    const isMismatch = codeOf(error) === headerMismatch
    const mayHaveChanged = isMismatch || (freshMs > 0 && unexpected.includes(codeOf(error)))
    if (!mayHaveChanged) throw error
    await checkIsAsReviewed(cx, checked, await opened.listTools())
    if (!isMismatch) throw error
    return await send()
  }
}

/** Throws where the server's definition is not the reviewed one. */
async function checkIsAsReviewed(cx: Context, { server, call, isForAll }: Checked, toolList: ToolList): Promise<void> {
  if (isListed(toolList, call)) return
  const live = findTool(toolList, call)
  const isOneOwn = toolList.isPrivate && server.auth !== "none" && server.credentials === "personal"
  if (isForAll && !isOneOwn) await cx.atomically((cx) => storeChangedTool(cx, server.id, live ?? call.toolName))
  throw live ? isChanged(server, call.toolName) : isGone(server, call.toolName)
}

const findTool = ({ tools }: ToolList, { toolName }: UsableCall) => tools.find(({ name }) => name === toolName)

function isListed(toolList: ToolList, call: UsableCall): boolean {
  const live = findTool(toolList, call)
  return live !== undefined && digestOf(live) === call.digest
}

/** Errors after which the list may have changed: of headers (MCP 2026-07-28), of an unknown method, of arguments. */
const headerMismatch = -32_020
const unexpected: readonly (number | undefined)[] = [-32_601, -32_602]

const codeOf = (error: unknown) =>
  error instanceof ServiceError && error.cause instanceof ToolServerFailure ? error.cause.code : undefined

type Schemas = Pick<ListedTool, "inputSchema">

const toSent = ({ inputSchema }: Schemas, given: object) => toolInputReader(inputSchema, "foreign")(given)

/** Says where the arguments of a call do not fit the tool; undefined where they fit. */
export function misfitOfCall(tool: Schemas, given: object): string | undefined {
  return fitOf(tool.inputSchema, JSON.parse(JSON.stringify(toSent(tool, given))))
}

/** A call that may have been carried out without an answer is unknown, unless the tool only reads. */
async function callIt(
  opened: ToolServerClient,
  { server, pinned, call }: { server: ServerRow; pinned: ListedTool; call: UsableCall },
): Promise<ToolAnswer> {
  try {
    return await opened.callTool(call.toolName, call.arguments)
  } catch (error) {
    if (!(error instanceof ToolServerFailure) || signInRefusals.includes(error.reason)) throw error
    if (error.reason === "asks for input") throw unanswerable(server.name, error)
    if (error.reason === "refused") throw refusedCall(server.name, error)
    throw error.isUnsent || pinned.isReadOnly ? noAnswer(server, error) : outcomeUnknown(server, error)
  }
}

/** Refusals after which a fresh sign-in is tried. */
const signInRefusals: readonly string[] = ["unauthorized", "insufficient scope"]

function pinnedOf(server: ServerRow, row: PinRow | undefined, { toolName, digest }: UsableCall): ListedTool {
  if (!row || row.pinned === null) throw isNotReviewed(server, toolName)
  if (row.offered === null) throw isGone(server, toolName)
  if (row.pinned_digest !== digest || row.offered_digest !== digest) throw isChanged(server, toolName)
  return JSON.parse(row.pinned)
}

/** The fault of a value by a tool's schema. A schema that cannot be checked counts as a fault. */
function fitOf(schema: object, value: unknown): string | undefined {
  try {
    return misfitOf(schema, value)
  } catch (error) {
    if (error instanceof SchemaTooCostly) return "its schema is too complicated to be checked"
    throw error
  }
}

function noteOn({ outputSchema }: ListedTool, { structured, isError, note }: ToolAnswer): { note?: string } {
  if (!outputSchema || isError || note !== undefined) return {}
  const misfit = structured === undefined ? "it has no structured content" : fitOf(outputSchema, structured)
  return misfit === undefined ? {} : { note: `This answer is not as the tool's definition says: ${misfit}.` }
}

/** A sentence about the failure of a call. */
const insteadOf = ({ name }: ServerRow, { reason, said }: ToolServerFailure, usual: string) =>
  reason === "unknown result" ? `${name} answered with a result of an unknown kind: ${said}.` : `${name} ${usual}.`

const noAnswer = (server: ServerRow, cause: ToolServerFailure) =>
  new ServiceError("conflict", insteadOf(server, cause, "didn't answer"), { hint: "Try again later.", cause })

const outcomeUnknown = (server: ServerRow, cause: ToolServerFailure) =>
  new ServiceError(
    "upstream_error",
    `${insteadOf(server, cause, "didn't respond")} The action may have been completed.`,
    {
      hint: "Check there before trying again.",
      cause,
    },
  )

const isPaused = ({ name }: ServerRow) => conflict(`The tool server ${name} is paused.`, "Ask an admin to resume it.")

const isNotReviewed = ({ name }: ServerRow, tool: string) =>
  conflict(`${name} has no reviewed tool ${tool}.`, "Ask an admin to review it.")

const isGone = ({ name }: ServerRow, tool: string) => conflict(`${name} no longer offers ${tool}.`, "Use another tool.")

const isChanged = ({ name }: ServerRow, tool: string) =>
  conflict(`${tool} of ${name} has changed since its review.`, "Ask an admin to review the changes.")
