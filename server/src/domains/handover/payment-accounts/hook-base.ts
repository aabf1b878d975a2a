import type { Outside } from "#access/context.ts"

/** The address below which the webhooks of all accounts come in. */
export function hookBase({ addresses, payments }: Pick<Outside, "addresses" | "payments">): string {
  return `${addresses.base}/webhooks/${payments.name}`
}
