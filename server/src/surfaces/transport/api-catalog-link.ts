import type { Addresses } from "#kernel/addresses.ts"

/** The Link header for the catalog: RFC 9727 §3. */
export function apiCatalogLink({ base }: Pick<Addresses, "base">): string {
  return `<${base}/.well-known/api-catalog>; rel="api-catalog"`
}
