import { groupBy } from "../../kit/newer-functions.ts"
import type { AnswerOf } from "../calls.ts"

export type AssistantSettingsAnswer = AnswerOf<"get-assistant-settings">
export type OwnTool = AssistantSettingsAnswer["tools"][number]
export type PermissionTable = NonNullable<AssistantSettingsAnswer["table"]>
export type TableTool = PermissionTable["tools"][number]
export type ToolCell = TableTool["cells"][number]
export type PresetId = NonNullable<PermissionTable["preset"]>
export type CellLevel = ToolCell["level"]

/** A workspace's level for a tool, lowest first. */
export const levelNames: Readonly<Record<CellLevel, string>> = {
  never: "Off",
  ask: "Ask",
  chooses: "Member decides",
  always: "Automatic",
}

const order = Object.keys(levelNames) as CellLevel[]

export const levelsUpTo = (most: CellLevel) => order.slice(0, order.indexOf(most) + 1)

/** Groups tools by server; built-in tools have an empty key. */
export function byServer<Tool extends { server: OwnTool["server"] }>(tools: readonly Tool[]) {
  return groupBy(tools, ({ server }) => (server ? `${server.name}, ${server.host}` : ""))
}

export const presetWords: Readonly<Record<PresetId, { title: string; about: string }>> = {
  read_only: { title: "Read only", about: "Finds and reads. Changes nothing." },
  ask: { title: "Ask before every change", about: "Each change needs approval." },
  members_decide: { title: "Members decide", about: "Asks, unless a member allows an action for themselves." },
  small_changes: { title: "Allow small changes", about: "Creates, renames and restores without asking." },
}
