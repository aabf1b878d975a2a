import { z } from "zod"
import { personAction } from "#access/action.ts"
import { getPushKeys } from "./push-key.ts"
import { listBrowsers } from "./subscription-store.ts"

/** Lists the caller's browsers that take pushes, with the public key that a further browser needs. */
export const getPush = personAction("console", {
  input: z.object({}),
  output: z.object({
    publicKey: z.string().describe("What a browser subscribes with, base64url."),
    browsers: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        isCurrent: z.boolean().describe("It is of the session that asks."),
        createdAt: z.int(),
      }),
    ),
  }),
  async run(cx) {
    const { publicKey } = await getPushKeys(cx)
    const browsers = await listBrowsers(cx, cx.accountId)
    return {
      publicKey,
      browsers: browsers.map(({ id, label, session_id, created_at }) => {
        return { id, label, isCurrent: session_id === cx.sessionId, createdAt: created_at }
      }),
    }
  },
})
