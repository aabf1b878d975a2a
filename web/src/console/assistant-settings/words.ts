import type { AnswerOf } from "../ask.ts"

export type Settings = AnswerOf<"get-assistant-settings">
export type OwnTool = Settings["tools"][number]
export type PermissionTable = NonNullable<Settings["table"]>
export type TableTool = PermissionTable["tools"][number]
export type Cell = TableTool["cells"][number]
export type WorkspaceLevel = Cell["level"]

/** A workspace's level for a tool, lowest first. */
export const levelNames: Readonly<Record<WorkspaceLevel, string>> = {
  never: "Off",
  ask: "Asks each time",
  chooses: "Own choice",
  always: "By itself",
}

const order = Object.keys(levelNames) as WorkspaceLevel[]

export const levelsUpTo = (most: WorkspaceLevel) => order.slice(0, order.indexOf(most) + 1)

/** Groups tools by server; built-in tools have an empty key. */
export function byServer<Tool extends { server: OwnTool["server"] }>(tools: readonly Tool[]) {
  return Map.groupBy(tools, ({ server }) => (server ? `${server.name}, ${server.host}` : ""))
}
