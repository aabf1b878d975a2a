import type { WorkspaceOfAccount } from "./erase-account-store.ts"

/** `in_the_way`: the workspace's other members would have no owner, which prevents the erasure. */
export function fateOf({ members, otherOwners }: WorkspaceOfAccount): "closed" | "left" | "in_the_way" {
  if (members === 1) return "closed"
  return otherOwners === 0 ? "in_the_way" : "left"
}
