import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Context, Inside, Member } from "#access/context.ts"
import { needRoom } from "#domains/drive/index.ts"
import { cleanText } from "#kernel/clean-text.ts"
import { conflict, ServiceError } from "#kernel/error.ts"
import { id } from "../link-input.ts"
import { sayOtherSlug, shortSlugTaken } from "../link-slug.ts"
import { shownDomain } from "../namespace.ts"
import { draftLink, linkBytesOf } from "../new-link.ts"
import { slugInTrash } from "../refuse-slug.ts"
import { addToImport, insertImport } from "./import-log-store.ts"
import { type ImportedLink, insertDrafts, inTrash, listTakenPlaces, placeOf, type TakenPlaces } from "./import-store.ts"
import { importRow, readImportRow } from "./read-import-row.ts"

const outcome = z.object({
  state: z
    .enum(["created", "exists", "refused"])
    .describe("`exists`: the workspace has this link; it stays unchanged."),
  slug: z.string().nullable().describe("As stored; null if it is random or was refused."),
  domain: z.string().nullable(),
  destination: z.string().nullable().describe("As stored; null if the row was refused."),
  notes: z.array(z.string()).describe("What of the row the link does not have, a sentence each."),
  refusal: z
    .object({ field: z.string().optional(), message: z.string(), hint: z.string().optional() })
    .nullable()
    .describe("Why the row was refused."),
})

/** Makes a link of each row. A refused row does not prevent the others; each row has an outcome. */
export const importLinks = workspaceAction("member", "console", {
  changes: ["links"],
  input: z.strictObject({
    rows: z.array(importRow).min(1).max(500),
    onlyChecks: z.boolean().default(false),
    fileName: z.string().max(1_000).default("").describe("Shown in the list of imports."),
    importId: id.optional().describe("Continues an import. Default: a new one."),
  }),
  output: z.object({
    rows: z.array(outcome).describe("One per row, in the same order."),
    importId: z.string().nullable().describe("The import that made the links; null if none was made."),
  }),
  async run(cx, { rows, onlyChecks, ...asked }) {
    const read = await Promise.all(rows.map((row) => readRow(cx, row)))
    const drafts = read.filter((row) => "row" in row)
    const taken = await listTakenPlaces(cx, drafts)
    const { unmade, importId } = onlyChecks
      ? { unmade: unmadeOf(drafts, taken), importId: null }
      : await makeLinks(cx, drafts, asked)
    return { rows: read.map((row) => toOutcome(row, { unmade, taken })), importId }
  },
})

interface Asked {
  fileName: string
  importId?: string | undefined
}

/** Makes the links. `unmade` are the drafts with taken slugs. */
async function makeLinks(cx: Context<Member>, drafts: readonly ImportedLink[], asked: Asked) {
  const { admission } = cx
  return cx.atomically(async (cx) => {
    await needRoom(cx, { admission, bytes: drafts.reduce((sum, draft) => sum + linkBytesOf(draft), 0) })
    const importId = drafts.length === 0 ? asked.importId : await takeImport(cx, asked)
    const made = importId === undefined ? new Set<ImportedLink>() : await insertDrafts(cx, drafts, importId)
    if (importId !== undefined) await addToImport(cx, importId, made.size)
    return { unmade: new Set(drafts).difference(made), importId: importId ?? null }
  })
}

/** Locks the import, so that its undo waits for these links and takes them back, too. */
async function takeImport(cx: Inside & Member, { fileName, importId }: Asked): Promise<string> {
  if (importId === undefined) return insertImport(cx, cleanText(fileName, 120))
  if (await addToImport(cx, importId, 0)) return importId
  throw conflict("This import was undone.", "Choose the file again to import the rest.")
}

async function readRow(cx: Context<Member>, row: z.output<typeof importRow>): Promise<ImportedLink | ServiceError> {
  try {
    const { link, past, notes } = readImportRow(row, cx.now())
    const { tags, ...sent } = link
    const { row: made, wished } = await draftLink(cx, sent)
    const other = wished && sayOtherSlug(row.slug?.trim(), { slug: wished, domain: shownDomain(made.namespace) })
    return { row: { ...made, ...past }, wished, tags, notes: other ? [other, ...notes] : notes }
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

function toOutcome(read: ImportedLink | ServiceError, { unmade, taken }: Made): z.input<typeof outcome> {
  if (read instanceof ServiceError) {
    return { state: "refused", slug: null, domain: null, destination: null, notes: [], refusal: sayOf(read) }
  }
  const { row, wished = null, notes } = read
  const link = { slug: wished, domain: shownDomain(row.namespace), destination: row.destination }
  if (!unmade.has(read)) return { state: "created", ...link, notes, refusal: null }
  const holder = taken.get(placeOf(read))
  if (holder === row.destination) return { state: "exists", ...link, notes: [], refusal: null }
  const refusal = holder === inTrash ? slugInTrash(wished ?? "") : shortSlugTaken(wished ?? "")
  return { state: "refused", ...link, notes: [], refusal: sayOf(refusal) }
}

const sayOf = ({ field, message, hint }: ServiceError) => ({ message, ...(field && { field }), ...(hint && { hint }) })
