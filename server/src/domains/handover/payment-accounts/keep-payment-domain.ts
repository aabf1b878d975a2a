import type { Context } from "#access/context.ts"
import { ProcessorError } from "#adapters/payments/port.ts"
import { noteChange } from "#changes/note-change.ts"
import { dayMs } from "#kernel/time/units.ts"
import { findProcessorAccountKeys } from "./payment-account.ts"
import { findPaymentAccountRow } from "./payment-account-store.ts"
import { hasAllWallets, type KeptDomain, readDomain, writeDomain } from "./payment-domain-words.ts"
import { findProcessorRow, updateProcessorRow } from "./processor-account-store.ts"

/**
 * Registers the domain of the pay pages with a processor account, so that its payment form offers wallets there. Asks at
 * every poll until all wallets are active, and then once a day. Nothing depends on it: cards are charged without it.
 */
export async function keepPaymentDomain(cx: Context, processorAccount: string): Promise<void> {
  const { protocol, hostname } = new URL(cx.addresses.base)
  const row = await findProcessorRow(cx, processorAccount)
  const keys = await findProcessorAccountKeys(cx, processorAccount)
  if (!row || !keys || protocol !== "https:" || isFresh(readDomain(row.payment_domain), hostname, cx.now())) return
  const found = await ask(cx, keys, hostname)
  if (!found) return
  const stored = writeDomain({ domain: hostname, at: cx.now(), ...found })
  const owner = await findPaymentAccountRow(cx, processorAccount)
  await cx.atomically(async (cx) => {
    await updateProcessorRow(cx, row, { payment_domain: stored })
    if (owner) noteChange(cx, { workspaceId: owner.workspace_id, kind: "payment-accounts" })
  })
}

function isFresh(stored: KeptDomain | null, domain: string, now: number): boolean {
  return stored !== null && stored.domain === domain && hasAllWallets(stored) && now - stored.at < dayMs
}

type Keys = NonNullable<Awaited<ReturnType<typeof findProcessorAccountKeys>>>

/** Undefined where the processor has no wallets. */
async function ask(cx: Context, keys: Keys, domain: string): Promise<Omit<KeptDomain, "domain" | "at"> | undefined> {
  try {
    const answer = await cx.payments.registerDomain(keys, domain)
    return answer && ("refused" in answer ? { fault: answer.refused } : { state: answer })
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    cx.log.warn({ account: keys.id, outcome: error.outcome }, "The domain of the payment form was not registered.")
    return { fault: "no-answer" }
  }
}
