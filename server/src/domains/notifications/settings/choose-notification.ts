import { z } from "zod"
import { personAction } from "#access/action.ts"
import { conflict } from "#kernel/error.ts"
import { channels, isFixed, kindNames, kinds } from "../kinds.ts"
import { putChoice } from "./choice-store.ts"

/** Switches a channel of a kind on or off for the caller, in all of their workspaces. */
export const chooseNotification = personAction("console", {
  input: z.object({ kind: z.enum(kindNames), channel: z.enum(channels), isOn: z.boolean() }),
  output: z.object({}),
  async run(cx, { kind, channel, isOn }) {
    if (isFixed(kind, channel)) throw alwaysSent(kinds[kind].title)
    await cx.atomically((cx) => putChoice(cx, cx.accountId, { kind, channel, chosen: isOn ? "on" : "off" }))
    return {}
  },
})

const alwaysSent = (title: string) => conflict(`“${title}” emails can't be turned off.`, "Owners always get them.")
