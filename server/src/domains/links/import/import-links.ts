import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member } from "#access/caller.ts"
import type { Context } from "#access/context.ts"
import { parse } from "#access/parse.ts"
import { needRoom } from "#domains/drive/index.ts"
import { ServiceError } from "#kernel/error.ts"
import { sayOtherSlug, shortSlugTaken } from "../link-slug.ts"
import { shownDomain } from "../namespace.ts"
import { draftLink, linkBytesOf } from "../new-link.ts"
import { slugInTrash } from "../refuse-slug.ts"
import { type ImportedLink, insertDrafts, inTrash, listTakenPlaces, placeOf, type TakenPlaces } from "./import-store.ts"
import { importedLink, importRow, readImportRow } from "./read-import-row.ts"

const outcome = z.object({
  state: z
    .enum(["created", "exists", "refused"])
    .describe("`exists`: the workspace has this link; it stays unchanged."),
  slug: z.string().nullable().describe("As stored; null if it is random or was refused."),
  domain: z.string().nullable(),
  destination: z.string().nullable().describe("As stored; null if the row was refused."),
  note: z.string().nullable().describe("How the slug differs from the one in the row; null if it does not."),
  refusal: z
    .object({ field: z.string().optional(), message: z.string(), hint: z.string().optional() })
    .nullable()
    .describe("Why the row was refused."),
})

/** Makes a link of each row. A refused row does not prevent the others; each row has an outcome. */
export const importLinks = workspaceAction({
  scope: "console",
  role: "member",
  changes: ["links"],
  input: z.strictObject({
    rows: z.array(importRow).min(1).max(500),
    only_checks: z.boolean().default(false),
  }),
  output: z.object({ rows: z.array(outcome).describe("One per row, in the same order.") }),
  async run(cx, { rows, only_checks }) {
    const read = await Promise.all(rows.map((row) => readRow(cx, row)))
    const drafts = read.filter((row) => "row" in row)
    const taken = await listTakenPlaces(cx, drafts)
    const unmade = only_checks ? unmadeOf(drafts, taken) : await makeLinks(cx, drafts)
    return {
      rows: read.map((row, at) => ({ ...toOutcome(row, { unmade, taken }), note: noteOf(row, rows[at]?.slug) })),
    }
  },
})

/** Returns the drafts whose slugs are taken. */
async function makeLinks(cx: Context<Member>, drafts: readonly ImportedLink[]): Promise<ReadonlySet<ImportedLink>> {
  const { admission } = cx
  const made = await cx.atomically(async (cx) => {
    await needRoom(cx, { admission, bytes: drafts.reduce((sum, draft) => sum + linkBytesOf(draft), 0) })
    return insertDrafts(cx, drafts)
  })
  return new Set(drafts).difference(made)
}

async function readRow(cx: Context<Member>, row: z.output<typeof importRow>): Promise<ImportedLink | ServiceError> {
  try {
    const { tags, ...link } = parse(importedLink, readImportRow(row))
    return { ...(await draftLink(cx, link)), tags }
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return error
    throw error
  }
}

/** The drafts whose slug is taken, by a link or by a draft before them. */
function unmadeOf(drafts: readonly ImportedLink[], taken: TakenPlaces): ReadonlySet<ImportedLink> {
  const before = new Set(taken.keys())
  return new Set(
    drafts.filter((draft) => draft.wished !== undefined && before.size === before.add(placeOf(draft)).size),
  )
}

interface Made {
  unmade: ReadonlySet<ImportedLink>
  taken: TakenPlaces
}

function toOutcome(read: ImportedLink | ServiceError, { unmade, taken }: Made): Omit<z.input<typeof outcome>, "note"> {
  if (read instanceof ServiceError) {
    return { state: "refused", slug: null, domain: null, destination: null, refusal: sayOf(read) }
  }
  const { row, wished = null } = read
  const link = { slug: wished, domain: shownDomain(row.namespace), destination: row.destination }
  if (!unmade.has(read)) return { state: "created", ...link, refusal: null }
  const holder = taken.get(placeOf(read))
  if (holder === row.destination) return { state: "exists", ...link, refusal: null }
  const refusal = holder === inTrash ? slugInTrash(wished ?? "") : shortSlugTaken(wished ?? "")
  return { state: "refused", ...link, refusal: sayOf(refusal) }
}

function noteOf(read: ImportedLink | ServiceError, wished: string | undefined): string | null {
  if (read instanceof ServiceError || read.wished === undefined) return null
  return sayOtherSlug(wished?.trim(), { slug: read.wished, domain: shownDomain(read.row.namespace) }) ?? null
}

const sayOf = ({ field, message, hint }: ServiceError) => ({ message, ...(field && { field }), ...(hint && { hint }) })
