import type { World } from "./world.ts"

/** What those who look at a workspace are told of. */
export interface Told {
  /** The kinds of change in the studio since this was asked last, each once; without those of notifications. */
  kinds(): Promise<string[]>
  /** The accounts whose access was to be looked at again since this was asked last, each once. */
  accounts(): string[]
}

/** Listens to what a world's transactions note. */
export function told({ app, workspaceId }: Pick<World, "app" | "workspaceId">): Told {
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
