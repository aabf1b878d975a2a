import type { Inside } from "#access/context.ts"
import { narrowPermits } from "#access/permit-store.ts"
import type { ListedTool, ToolList } from "#adapters/tool-servers/port.ts"
import { noteChange } from "#changes/note-change.ts"
import { notify } from "#domains/notifications/index.ts"
import { hourMs } from "#kernel/time/units.ts"
import { changeServerRow, lockServerRow, type ServerRow } from "../servers/index.ts"
import { digestOf } from "./digest.ts"
import { dropListedTool, listPinRows, type PinRow, putListedTool } from "./pin-store.ts"

/** The interval at which a job lists a server's tools. */
const againMs = 6 * hourMs

/** A tool that differs from its pin is unusable until an admin has reviewed it. */
export async function storeToolList(cx: Inside, serverId: string, toolList: ToolList): Promise<void> {
  const server = await lockServerRow(cx, serverId)
  if (!server) return
  const known = await listPinRows(cx, serverId)
  const changed = toolList.tools.filter((tool) => listedDigest(known, tool.name) !== digestOf(tool))
  const listed = new Set(toolList.tools.map(({ name }) => name))
  const gone = known.filter((row) => row.offered !== null && !listed.has(row.name))
  const taken = new Set(known.map((row) => row.model_name))
  for (const tool of changed) await put(cx, { server, known, taken }, tool)
  for (const { name } of gone) await dropListedTool(cx, serverId, name)
  const touched = [...changed.map(({ name }) => name), ...gone.map(({ name }) => name)]
  if (known.some((row) => row.pinned !== null && touched.includes(row.name)))
    await narrowPermits(cx, server.workspace_id)
  await tellAdmins(cx, { server, known }, changed)
  const left_out = JSON.stringify(toolList.leftOut)
  await changeServerRow(cx, serverId, { left_out, checked_at: cx.now(), due_at: cx.now() + againMs, failure: null })
  const isNews = touched.length > 0 || server.failure !== null || left_out !== server.left_out
  if (isNews) noteChange(cx, { workspaceId: server.workspace_id, kind: "tool-servers" })
}

/** Stores a changed tool. Drops a tool that is gone, which is given by its name. */
export async function storeChangedTool(cx: Inside, serverId: string, tool: ListedTool | string): Promise<void> {
  const server = await lockServerRow(cx, serverId)
  if (!server) return
  const known = await listPinRows(cx, serverId)
  if (typeof tool === "string") await dropListedTool(cx, serverId, tool)
  else {
    await put(cx, { server, known, taken: new Set(known.map((row) => row.model_name)) }, tool)
    await tellAdmins(cx, { server, known }, [tool])
  }
  await narrowPermits(cx, server.workspace_id)
  noteChange(cx, { workspaceId: server.workspace_id, kind: "tool-servers" })
}

const listedDigest = (known: readonly PinRow[], name: string) => known.find((row) => row.name === name)?.offered_digest

interface Known {
  server: ServerRow
  known: readonly PinRow[]
  taken: Set<string>
}

/** Notifies the admins of tools that wait for a review, once any tool of the server was reviewed. */
async function tellAdmins(
  cx: Inside,
  { server, known }: Pick<Known, "server" | "known">,
  changed: readonly ListedTool[],
): Promise<void> {
  const pins = new Map(known.map((row) => [row.name, row.pinned_digest]))
  const waiting = changed.filter((tool) => pins.get(tool.name) !== digestOf(tool))
  if (waiting.length === 0 || known.every((row) => row.pinned === null)) return
  const { id, name, workspace_id: workspaceId } = server
  // The server changed its tools, so no member is left out of the notification.
  const notification = { words: [name], thing: id, about: id, times: waiting.length, by: [] }
  await notify(cx, { workspaceId, what: "tools_changed", ...notification })
}

async function put(cx: Inside, { server, known, taken }: Known, tool: ListedTool): Promise<void> {
  const before = known.find((row) => row.name === tool.name)
  const model_name = before?.model_name ?? modelName(server.number, tool.name, taken)
  taken.add(model_name)
  const offered = JSON.stringify(tool)
  await putListedTool(cx, {
    server_id: server.id,
    workspace_id: server.workspace_id,
    name: tool.name,
    model_name,
    offered,
    offered_digest: digestOf(tool),
  })
}

const longest = 64

/** Makes the name by which models call a tool, such as `s3__search`: only characters that every provider accepts. */
function modelName(number: number, name: string, taken: ReadonlySet<string>): string {
  const plain = name.normalize("NFKC").replace(/[^a-zA-Z0-9_-]/g, "_")
  const start = `s${number}__${plain}`
  for (let copy = 1; ; copy++) {
    const end = copy === 1 ? "" : `_${copy}`
    const wished = `${start.slice(0, longest - end.length)}${end}`
    if (!taken.has(wished)) return wished
  }
}
