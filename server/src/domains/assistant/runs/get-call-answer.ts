import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { ServiceError } from "#kernel/error.ts"
import { listCalls } from "../calls/index.ts"
import { conversationId, findOwnConversation, noSuchConversation } from "../conversations/index.ts"

/** Reads the result of a call as the model got it: a text, or indented JSON. */
export const getCallAnswer = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.strictObject({ conversationId, callId: z.string().max(64) }),
  output: z.object({ text: z.string() }),
  async run(cx, { conversationId, callId }) {
    if (!(await findOwnConversation(cx, conversationId))) throw noSuchConversation()
    const call = (await listCalls(cx, conversationId)).find(({ id }) => id === callId)
    if (!call || call.result === null) throw noAnswer()
    return { text: toText(call.result) }
  },
})

/** The answer of a tool server is stored inside an `answer` field. */
function toText(result: string): string {
  try {
    const { answer, ...rest } = JSON.parse(result) as Record<string, unknown>
    if (typeof answer === "string") return answer
    return JSON.stringify(answer ?? rest, null, 2)
  } catch {
    return result
  }
}

const noAnswer = () => new ServiceError("not_found", "Output not found.", { hint: "Reload the page." })
