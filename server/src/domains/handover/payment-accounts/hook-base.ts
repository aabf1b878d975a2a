import type { Outside } from "#access/context.ts"

export function hookBase({ addresses, payments }: Pick<Outside, "addresses" | "payments">): string {
  return `${addresses.base}/webhooks/${payments.name}`
}
