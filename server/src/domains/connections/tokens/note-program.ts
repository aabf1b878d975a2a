import type { Context } from "#access/context.ts"
import { cleanText } from "#kernel/clean-text.ts"
import type { Connection } from "./find-connection.ts"
import { nameProgram } from "./grant-row-store.ts"

const longestName = 60
const longestVersion = 20

/** `info`: the `clientInfo` of MCP's `initialize`. */
export async function noteProgram(
  cx: Context,
  { grantId, program }: Pick<Connection, "grantId" | "program">,
  info: unknown,
): Promise<void> {
  const { name, title, version } = (info ?? {}) as Record<string, unknown>
  const named = clean(title, longestName) || clean(name, longestName)
  const whole = `${named} ${clean(version, longestVersion)}`.trim()
  if (named !== "" && whole !== program) await cx.atomically((cx) => nameProgram(cx, grantId, whole))
}

function clean(text: unknown, longest: number): string {
  return typeof text === "string" ? cleanText(text.slice(0, longest * 4), longest) : ""
}
