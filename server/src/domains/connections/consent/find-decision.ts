import { z } from "zod"
import { personAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { askingApp, askingAppOf } from "../asking-app.ts"
import { findListedGrant, findOwnGrant } from "../tokens/index.ts"
import { findDecidedRequest } from "./request-store.ts"

/** `allowed`: the app has not fetched its tokens yet. `ended`: it had them, and was disconnected. */
const states = ["allowed", "connected", "ended", "denied"] as const

const decision = askingApp.extend({ state: z.enum(states), connectionId: z.string().nullable() })

/** Finds the decision about a request; null for an open one, and for another person's consent. */
export const findDecision = personAction("console", {
  input: z.object({ requestId: idInput }),
  output: decision.nullable(),
  async run(cx, { requestId }): Promise<z.input<typeof decision> | null> {
    const request = await findDecidedRequest(cx, requestId)
    if (!request) return null
    const app = askingAppOf(cx, request)
    if (request.grant_id === null) return { ...app, state: "denied", connectionId: null }
    const grant = await findListedGrant(cx, cx.accountId, request.grant_id)
    if (grant) return { ...app, state: grant.revoked_at === null ? "connected" : "ended", connectionId: grant.id }
    const isOwn = (await findOwnGrant(cx, cx.accountId, request.grant_id)) !== undefined
    return isOwn ? { ...app, state: "allowed", connectionId: null } : null
  },
})
