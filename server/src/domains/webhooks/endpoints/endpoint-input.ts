import { z } from "zod"
import type { Context } from "#access/context.ts"
import { isOwnedHostname } from "#domains/links/index.ts"
import { invalidInput } from "#kernel/error.ts"
import { lineInput } from "#kernel/line-input.ts"
import { eventTable } from "../event-table.ts"
import { webhookEvents } from "../webhook-events.ts"
import { webhooksAreOff } from "./endpoint.ts"

/** The types that an endpoint can choose. Tests are sent to the tested endpoint alone. */
const choosable = eventTable.map(({ type }) => type).filter((type) => type !== webhookEvents.test.type)

export const typesInput = z
  .union(
    [
      z.tuple([z.literal("*")]),
      z
        .array(z.enum(choosable as [string, ...string[]]))
        .min(1)
        .max(choosable.length),
    ],
    { error: "must name at least one type of event, or `*` alone" },
  )
  .describe("The types of events that it gets; `*` alone for all, also those of later versions.")

export const descriptionInput = lineInput(120)

/** Checks that this installation may send to an address, and that it is neither private nor our own. */
export async function checkUrl(cx: Context, url: string): Promise<void> {
  if (cx.hooks.isOff) throw webhooksAreOff()
  if ((await isOwnAddress(cx, url)) || !(await cx.hooks.check(url))) throw notAllowed()
}

/** Whether an address leads back to this installation, where webhooks would go round in a loop. */
export async function isOwnAddress(cx: Pick<Context, "db" | "now" | "addresses">, url: string): Promise<boolean> {
  const { host, hostname } = new URL(url)
  const { base, auth, mcp, short, files } = cx.addresses
  const owns = [base, auth, mcp, short, files].map((own) => new URL(own).host)
  return owns.includes(withoutDot(host)) || isOwnedHostname(cx, withoutDot(hostname))
}

/** A host's last dot changes nothing for DNS. */
const withoutDot = (host: string) => host.replace(/\.(?=:|$)/, "")

/** One sentence for every cause, so that it reveals nothing about our own network. */
const notAllowed = () =>
  invalidInput(
    "Webhooks can't be sent to this address.",
    "Enter a public https address on port 443 whose host exists and isn't one of this service.",
    "url",
  )
