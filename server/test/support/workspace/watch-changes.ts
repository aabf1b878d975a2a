import type { World } from "../worlds/world.ts"

/** The changes that a workspace notes for its open pages. */
export interface WatchedChanges {
  /** The kinds of change since the last call, each once; without those of notifications. */
  kinds(): Promise<string[]>
  /** The accounts whose access was noted as changed since the last call, each once. */
  accounts(): string[]
}

export function watchChanges({ app, workspaceId }: Pick<World, "app" | "workspaceId">): WatchedChanges {
  const accounts = new Set<string>()
  app.bus.subscribe("access", (accountId) => accounts.add(accountId))
  let seen = 0
  return {
    async kinds() {
      const rows = await app.database.read
        .selectFrom("changes")
        .select(["seq", "kind"])
        .where("workspace_id", "=", workspaceId)
        .where("seq", ">", seen)
        .where("kind", "<>", "notifications")
        .execute()
      seen = Math.max(seen, ...rows.map(({ seq }) => Number(seq)))
      return [...new Set(rows.map(({ kind }) => kind))].sort()
    },
    accounts() {
      const all = [...accounts]
      accounts.clear()
      return all
    },
  }
}
