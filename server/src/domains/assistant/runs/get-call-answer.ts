import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { notFound } from "#kernel/error.ts"
import { listCalls } from "../calls/index.ts"
import { conversationId, findOwnConversation, noSuchConversation } from "../conversations/index.ts"

/** Reads the result of a call as the model got it: a text, or indented JSON. */
export const getCallAnswer = workspaceAction("viewer", "console", {
  input: z.strictObject({ conversationId, callId: z.string().max(64) }),
  output: z.object({ text: z.string() }),
  async run(cx, { conversationId, callId }) {
    if (!(await findOwnConversation(cx, conversationId))) throw noSuchConversation()
    const call = (await listCalls(cx, conversationId)).find(({ id }) => id === callId)
    if (!call || call.result === null) throw noAnswer()
    return { text: toText(call.result) }
  },
})

/** The answer of a tool server is stored inside an `answer` field, with its text and a note beside it. */
function toText(result: string): string {
  try {
    const whole = JSON.parse(result) as Record<string, unknown>
    const { answer, text, note } = whole
    if (answer === undefined) return JSON.stringify(whole, null, 2)
    const main = typeof answer === "string" ? answer : JSON.stringify(answer, null, 2)
    return [main, text, note].filter((part) => typeof part === "string").join("\n\n")
  } catch {
    return result
  }
}

const noAnswer = () => notFound("Output not found.", "Reload the page.")
