import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { callUsableTool, listUsableTools, misfitOfCall, type UsableTool } from "#domains/tool-servers/on-demand.ts"
import type { AssistantTool } from "./tool.ts"

type Reading = Parameters<typeof listUsableTools>[0]
type Whose = Parameters<typeof listUsableTools>[1]

const longestMs = 60_000

/** The tools of tool servers that a member may use. Their answers count as text of outsiders, not as trusted. */
export async function listServerTools(cx: Reading, whose: Whose): Promise<AssistantTool[]> {
  const usable = await listUsableTools(cx, whose)
  return usable.filter(({ isSignedIn }) => isSignedIn).map(toTool)
}

/** Like `listServerTools`, but also lists tools for which the member would have to sign in first. */
export async function listReviewedTools(cx: Reading, whose: Whose): Promise<AssistantTool[]> {
  return (await listUsableTools(cx, whose)).map(toTool)
}

const answer = z.object({
  text: z.string(),
  structured: z.unknown().optional(),
  pictures: z
    .array(z.object({ mediaType: z.string(), base64: z.string() }))
    .readonly()
    .optional(),
  note: z.string().optional(),
  isError: z.boolean(),
})

const misfitWords = (misfit: string | undefined) =>
  misfit === undefined ? undefined : `The arguments do not fit: ${misfit}.`

function toTool(tool: UsableTool): AssistantTool {
  const { serverId, toolName, digest, serverName: name, host, asWhom } = tool
  const action = workspaceAction("member", "console", {
    input: z.record(z.string(), z.unknown()) as unknown as z.ZodObject,
    output: answer,
    run: (cx, given) => {
      const call = { serverId, toolName, digest, arguments: given, signal: AbortSignal.timeout(longestMs) }
      return callUsableTool(cx, cx, call)
    },
  })
  return {
    name: tool.modelName,
    title: tool.title,
    kind: "write",
    isSmall: false,
    description: tool.description,
    action,
    role: "member",
    floor: "always",
    floorWhy: "",
    usual: tool.isReadOnly ? "chooses" : "ask",
    words: "outsiders",
    isRehearsed: false,
    seen: () => [],
    summary: ({ isError }) => (isError === true ? `${name} answered with an error` : `${name} answered`),
    note: () => undefined,
    facts: () => [],
    about: async () => [],
    pins: undefined,
    undo: undefined,
    needs: (given) => misfitWords(misfitOfCall(tool, given)),
    inputSchema: tool.modelSchema,
    readInput: (given) => given,
    unfit: tool.unfit,
    digest,
    server: { id: serverId, name, host, asWhom, isReadOnly: tool.isReadOnly },
  }
}
