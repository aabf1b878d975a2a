import type { Outside } from "#access/context.ts"

/** The URL that the webhook addresses of all accounts begin with. */
export function hookBase({ addresses, payments }: Pick<Outside, "addresses" | "payments">): string {
  return `${addresses.base}/webhooks/${payments.name}`
}
