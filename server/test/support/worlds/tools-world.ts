import type { TestContext } from "node:test"
import type { Caller, Context } from "#access/context.ts"
import { systemContext } from "#access/perform.ts"
import type { Role } from "#access/roles.ts"
import { attachToolServer, getToolServer, reviewToolServer } from "#domains/tool-servers/on-demand.ts"
import { newId } from "#kernel/ids.ts"
import { hashSecret, newSecret } from "#kernel/secret.ts"
import { type DatabaseKind, migratedDatabaseUrl, openDatabase, usualKind } from "../databases/test-databases.ts"
import { type ToolPeer, toolPeer } from "../stand-ins/tool-server.ts"
import { type World, world } from "./world.ts"

export interface ToolsWorld extends World {
  peer: ToolPeer
  other: ToolPeer
  inBrowser(as: Role | "stranger"): Promise<Extract<Caller, { kind: "person" }>>
  /** Attaches a server without sign-in, and returns its id. */
  attach(peer?: ToolPeer): Promise<string>
  /** Accepts all tools that a server lists now. */
  accept(id: string, as?: Role | Caller): Promise<void>
  idOf(as: Role): string
  /** The context of another process, with its own connections to the same database. */
  elsewhere(): Context
}

/** A world with two reachable tool servers. */
export async function toolsWorld(t: TestContext, kind: DatabaseKind = usualKind): Promise<ToolsWorld> {
  const [peer, other] = [await toolPeer(t), await toolPeer(t)]
  const databaseUrl = await migratedDatabaseUrl(t, kind)
  const base = await world(t, kind, { toolPeers: [peer, other], databaseUrl })
  const idOf = (as: Role) => {
    const caller = base.callers[as]
    return caller.kind === "person" ? caller.accountId : ""
  }
  return {
    ...{ ...base, peer, other, idOf },
    elsewhere: () => systemContext({ ...base.app, database: openDatabase(t, databaseUrl) }),
    inBrowser: (as) => inBrowser(base, as),
    async attach(at = peer) {
      return (await base.act("admin", attachToolServer, { url: at.url, auth: "none" })).id
    },
    async accept(id, as = "admin") {
      const { tools } = await base.act(as, getToolServer, { id })
      const accept = tools.flatMap(({ name, digest }) => (digest === null ? [] : [{ name, digest }]))
      await base.act(as, reviewToolServer, { id, accept })
    },
  }
}

/** A person of a world, signed in with a browser. */
export async function inBrowser(
  { app, callers, clock }: Pick<World, "app" | "callers" | "clock">,
  as: Role | "stranger",
): Promise<Extract<Caller, { kind: "person" }>> {
  const caller = callers[as]
  const [accountId, sessionId] = [caller.kind === "person" ? caller.accountId : "", newId("session")]
  const times = { created_at: clock.now(), last_seen_at: clock.now(), expires_at: clock.now() + 86_400_000 }
  const row = {
    id: sessionId,
    hash: hashSecret(newSecret("session")),
    account_id: accountId,
    label: "Firefox",
    ...times,
  }
  await app.database.transaction((db) => db.insertInto("sessions").values(row).execute())
  return { kind: "person", accountId, sessionId, workspaceSlug: as === "stranger" ? "elsewhere" : "studio" }
}
