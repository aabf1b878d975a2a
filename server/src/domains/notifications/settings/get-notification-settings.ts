import { z } from "zod"
import { personAction } from "#access/action.ts"
import { roleCovers } from "#access/roles.ts"
import { getAccount } from "#domains/accounts/index.ts"
import { addressState, getAddressState } from "#domains/mails/index.ts"
import { isFixed, isNotified, kindNames, kinds } from "../kinds.ts"
import { listChoices, listRoles } from "./choice-store.ts"

const channel = z.object({
  isOn: z.boolean().describe("As it is in the workspace where the caller's role is the strongest."),
  isFixed: z.boolean().describe("It cannot be changed."),
})

export const getNotificationSettings = personAction("console", {
  input: z.object({}),
  output: z.object({
    address: addressState,
    kinds: z.array(
      z.object({
        kind: z.enum(kindNames),
        title: z.string(),
        about: z.string(),
        app: channel,
        mail: channel,
        push: channel,
      }),
    ),
  }),
  async run(cx) {
    const choices = await listChoices(cx, cx.accountId)
    const held = await listRoles(cx, cx.accountId)
    const role = held.reduce((one, other) => (roleCovers(other, one) ? other : one), "viewer")
    return {
      address: await getAddressState(cx, (await getAccount(cx, cx.accountId)).email),
      kinds: kindNames.map((kind) => {
        const chosen = choices.find((choice) => choice.kind === kind)
        const channelOf = (name: "app" | "mail" | "push") => ({
          isOn: isNotified(kind, name, { role, chosen: chosen?.[name] ?? null }),
          isFixed: isFixed(kind, name),
        })
        const { title, about } = kinds[kind]
        return { kind, title, about, app: channelOf("app"), mail: channelOf("mail"), push: channelOf("push") }
      }),
    }
  },
})
