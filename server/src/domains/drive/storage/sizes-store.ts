import { sql } from "kysely"
import type { Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** The sizes of a workspace's content besides files, in bytes, including the trash. */
export interface Sizes {
  readonly docs: number
  readonly versions: number
  readonly conversations: number
  readonly links: number
}

/** An estimate of a link's row and index entries, without its texts. */
export const linkBytes = 200

/** Measures a workspace's content besides files, without reading any stored text. */
export async function measureSizes(cx: Reading, workspaceId: WorkspaceId): Promise<Sizes> {
  const [docs, conversations, links] = await Promise.all([
    sizesOfDocs(cx, workspaceId),
    sizeOfConversations(cx, workspaceId),
    sizeOfLinks(cx, workspaceId),
  ])
  return { ...docs, conversations, links }
}

async function sizesOfDocs({ db }: Reading, workspaceId: WorkspaceId): Promise<Pick<Sizes, "docs" | "versions">> {
  const sums = await db
    .selectFrom("docs")
    .select([
      sql<number | null>`sum(content_bytes)`.as("docs"), // as the index has it
      sql<number | null>`sum(versions_bytes)`.as("versions"),
    ])
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirstOrThrow()
  return { docs: Number(sums.docs ?? 0), versions: Number(sums.versions ?? 0) }
}

async function sizeOfConversations({ db }: Reading, workspaceId: WorkspaceId): Promise<number> {
  const ofMessages = sql<number | null>`sum(octet_length(parts) + coalesce(octet_length(facts), 0))`
  const ofCalls = sql<number | null>`sum(octet_length(arguments) + octet_length(assistant_calls.facts)
    + coalesce(octet_length(result), 0) + coalesce(octet_length(rehearsal), 0) + coalesce(octet_length(undo), 0))`
  const messages = db
    .selectFrom("conversations")
    .innerJoin("assistant_messages", "assistant_messages.conversation_id", "conversations.id")
    .select(ofMessages.as("bytes"))
    .where("conversations.workspace_id", "=", workspaceId)
  const calls = db
    .selectFrom("conversations")
    .innerJoin("assistant_calls", "assistant_calls.conversation_id", "conversations.id")
    .select(ofCalls.as("bytes"))
    .where("conversations.workspace_id", "=", workspaceId)
  const rows = await messages.unionAll(calls).execute()
  return rows.reduce((sum, { bytes }) => sum + Number(bytes ?? 0), 0)
}

async function sizeOfLinks({ db }: Reading, workspaceId: WorkspaceId): Promise<number> {
  const { bytes } = await db
    .selectFrom("short_links")
    .select(
      sql<number | null>`sum(${linkBytes} + octet_length(destination) + octet_length(slug)
        + coalesce(octet_length(title), 0))`.as("bytes"),
    )
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}
