import type { Outside, Reading } from "#access/context.ts"
import { everyWorkspace } from "#access/workspace-store.ts"
import { payUrl } from "#domains/handover/index.ts"
import { shortUrl } from "#domains/links/index.ts"
import type { Schema } from "#storage/schema.ts"
import type { Subject } from "./subject.ts"

export type SubjectName = Pick<Schema["suspensions"], "subject_kind" | "subject_id" | "workspace_id">

type Cx = Reading & Pick<Outside, "addresses">

/** Finds subjects as they are now. Returns a function from a name to its subject. Deleted subjects have no address. */
export async function findSubjects(cx: Cx, names: readonly SubjectName[]): Promise<(name: SubjectName) => Subject> {
  const [workspaces, links, offers] = await Promise.all([
    listWorkspaces(cx, [...new Set(names.map(({ workspace_id }) => workspace_id))]),
    listLinks(cx, idsOf(names, "link")),
    listOffers(cx, idsOf(names, "offer")),
  ])
  return ({ subject_kind: kind, subject_id: id, workspace_id }) => {
    const own = workspaces.get(workspace_id)
    if (!own) throw new Error("The workspace of a subject does not exist.")
    const { workspace, ...shown } = own
    if (kind === "workspace") return { kind, id, workspace, ...shown }
    const gone = { title: "Deleted", address: null, suspendedAt: null }
    return { kind, id, workspace, ...((kind === "link" ? links : offers).get(id) ?? gone) }
  }
}

const idsOf = (names: readonly SubjectName[], kind: SubjectName["subject_kind"]) =>
  names.filter(({ subject_kind }) => subject_kind === kind).map(({ subject_id }) => subject_id)

type Shown = Pick<Subject, "title" | "address" | "suspendedAt">

async function listWorkspaces(cx: Cx, ids: readonly SubjectName["workspace_id"][]) {
  if (ids.length === 0) return new Map<string, never>() // PostgreSQL takes no empty list
  const rows = await cx.db
    .selectFrom(everyWorkspace(cx.db))
    .select(["id", "slug", "name", "suspended_at as suspendedAt"])
    .where("id", "in", ids)
    .execute()
  return new Map(
    rows.map((workspace) => {
      const { id, slug, name: title, suspendedAt } = workspace
      return [id, { workspace, title, address: `${cx.addresses.base}/${slug}`, suspendedAt }] as const
    }),
  )
}

async function listLinks(cx: Cx, ids: readonly string[]): Promise<Map<string, Shown>> {
  if (ids.length === 0) return new Map() // PostgreSQL takes no empty list
  const rows = await cx.db
    .selectFrom("short_links")
    .select(["id", "namespace", "slug", "destination as title", "suspended_at as suspendedAt"])
    .where("id", "in", ids)
    .execute()
  return new Map(
    rows.map(({ id, title, suspendedAt, ...row }) => [
      id,
      { title, address: shortUrl(cx.addresses, row), suspendedAt },
    ]),
  )
}

async function listOffers(cx: Cx, ids: readonly string[]): Promise<Map<string, Shown>> {
  if (ids.length === 0) return new Map()
  const rows = await cx.db
    .selectFrom("offers")
    .select(["id", "title", "short_key", "suspended_at as suspendedAt"])
    .where("id", "in", ids)
    .execute()
  return new Map(
    rows.map(({ id, title, short_key, suspendedAt }) => [
      id,
      { title, address: short_key === null ? null : payUrl(cx, short_key), suspendedAt },
    ]),
  )
}
