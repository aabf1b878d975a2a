import { randomUUID } from "node:crypto"
import Stripe from "stripe"
import type { Hook, HookRefusal } from "../hooks.ts"
import { ProcessorError } from "../port.ts"
import { isRefusal } from "./stripe-calls.ts"
import { eventTypes } from "./stripe-events.ts"

/** Removes the processor account's earlier webhooks first, whose secret was lost or whose address is out of date. */
export async function makeHook(
  stripe: Stripe,
  { processorAccount, url }: { processorAccount: string; url: string },
): Promise<Hook | { refused: HookRefusal }> {
  try {
    await removeHooks(stripe, processorAccount)
    const { id, secret } = await stripe.webhookEndpoints.create(
      {
        url,
        enabled_events: [...eventTypes],
        api_version: Stripe.API_VERSION,
        description: "Made by Atelier, which also removes it.",
        metadata: { account: processorAccount },
      },
      { idempotencyKey: `hook-${randomUUID()}` },
    )
    if (typeof id !== "string" || typeof secret !== "string") throw notUnderstood()
    return { id, secret }
  } catch (error) {
    if (isRefusal(error, 403) && error.code !== "account_invalid") return { refused: "right-missing" }
    if (isRefusal(error, 400)) return { refused: "not-accepted" }
    throw error
  }
}

/** Removes every webhook that was made for an account. Stripe allows 16 webhooks, so one page lists them all. */
export async function removeHooks(stripe: Stripe, processorAccount: string): Promise<void> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
  if (!Array.isArray(data)) throw notUnderstood()
  for (const { id, metadata } of data) if (metadata.account === processorAccount) await removeHook(stripe, id)
}

async function removeHook(stripe: Stripe, id: string): Promise<void> {
  await stripe.webhookEndpoints.del(id).catch((error: unknown) => {
    if (!isRefusal(error, 404)) throw error
  })
}

const notUnderstood = () => new ProcessorError("unknown", "Stripe's answer is not a webhook.")
