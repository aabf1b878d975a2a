import { z } from "zod"
import type { Sandbox } from "#adapters/payments/sandbox/sandbox.ts"
import { dayMs } from "#kernel/time/units.ts"

export function sandboxInputs(catalogue: Sandbox["catalogue"]) {
  const step = z
    .strictObject({
      card: z.string().min(1).max(64).optional().describe("a test number, such as 4242424242424242"),
      action: keysOf(catalogue.actions).optional().describe(Object.keys(catalogue.actions).join(", ")),
    })
    .refine(({ card, action }) => (card === undefined) !== (action === undefined), {
      error: 'must have either {"card":"4242424242424242"} or {"action":"authenticate"}',
    })
  const amounts = {
    after: z.int().min(0).max(100_000).optional(),
    times: z.int().min(1).max(1_000).optional(),
    ms: z
      .int()
      .min(0)
      .max(7 * dayMs)
      .optional(),
    count: z.int().min(1).max(20).optional(),
  }
  const callFault = z.strictObject({
    operation: z.enum([...catalogue.operations, "any"]),
    kind: keysOf(catalogue.callFaults),
    ...amounts,
  })
  const webhookFault = z.strictObject({
    operation: z.literal("webhook"),
    kind: keysOf(catalogue.webhookFaults),
    ...amounts,
  })
  const seeded = z.strictObject({
    seed: z.int(),
    calls: z.int().min(1).max(10_000),
    rate: z.number().min(0).max(1),
    kinds: z.array(keysOf(catalogue.callFaults)).min(1).default(namesOf(catalogue.callFaults)),
  })
  return {
    step,
    faults: z.union([callFault, webhookFault, seeded], { error: "is not a fault; GET /sandbox lists them" }),
  }
}

function keysOf<Name extends string>(table: Readonly<Record<Name, unknown>>) {
  return z.enum(namesOf(table))
}

function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table) as Name[]
}
