import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { ListedTool } from "#adapters/tool-servers/port.ts"
import { idInput } from "#kernel/id-input.ts"
import { schemaForModels, unfitWords } from "./calls/index.ts"
import { difference, differencesOf, listPinRows, type PinRow, readableTool, toReadable } from "./pins/index.ts"
import { findNamesOrEmails, noSuchServer, ownServer } from "./servers/index.ts"
import { readToolServers, toolServer, toolState, toolStateOf } from "./tool-server.ts"

const reviewedTool = z.object({
  name: z.string(),
  modelName: z.string(),
  state: toolState,
  isReadOnly: z.boolean().describe("Whether the tool only reads, by the server's latest definition."),
  isDescriptionCut: z.boolean().describe("Whether models get only the shown beginning of the server's description."),
  digest: z
    .string()
    .nullable()
    .describe("The digest of the present definition. Send it to accept exactly that definition."),
  definition: readableTool.describe("The tool as offered now; for a removed tool, as reviewed."),
  differences: z.array(difference).describe("The differences from the reviewed definition."),
  reviewedBy: z.string().nullable(),
  reviewedAt: z.int().nullable().describe("Epoch milliseconds."),
})

export const getToolServer = workspaceAction("admin", "console", {
  input: z.object({ id: idInput }),
  output: z.object({
    server: toolServer,
    tools: z.array(reviewedTool),
    isOfOneSignIn: z.boolean().describe("Whether the server lists new or changed tools for one member's sign-in only."),
    leftOut: z.array(z.object({ name: z.string(), why: z.string() })).describe("Offered, and not for models."),
  }),
  async run(cx, { id }) {
    const row = await ownServer(cx, cx, id)
    const server = (await readToolServers(cx)).find((one) => one.id === id)
    if (!server) throw noSuchServer()
    const pins = await listPinRows(cx, id)
    const names = await findNamesOrEmails(cx, [...new Set(pins.flatMap(({ pinned_by }) => pinned_by ?? []))])
    return {
      server,
      tools: pins.map((pin) => toReviewed(pin, names)),
      isOfOneSignIn: row.auth !== "none" && row.credentials === "personal" && pins.some(isPrivatelyNew),
      leftOut: [...JSON.parse(row.left_out), ...unfitOf(pins, cx.models.name)],
    }
  },
})

function isPrivatelyNew({ offered, offered_digest, pinned_digest }: PinRow): boolean {
  if (offered === null || offered_digest === pinned_digest) return false
  const tool: ListedTool = JSON.parse(offered)
  return tool.isPrivate === true
}

function unfitOf(pins: readonly PinRow[], model: string): { name: string; why: string }[] {
  return pins.flatMap((pin) => {
    if (pin.offered === null || pin.offered_digest === null) return []
    const why = unfitWords(pin, model, schemaForModels(pin.offered_digest, JSON.parse(pin.offered)))
    return why === undefined ? [] : [{ name: pin.name, why }]
  })
}

function toReviewed(pin: PinRow, names: ReadonlyMap<string, string>): z.output<typeof reviewedTool> {
  const read = (json: string | null): ListedTool | undefined => (json === null ? undefined : JSON.parse(json))
  const [pinned, listed] = [read(pin.pinned), read(pin.offered)]
  const shown = listed ?? pinned
  const differences = pinned && listed ? differencesOf(toReadable(pinned), toReadable(listed)) : []
  return {
    name: pin.name,
    modelName: pin.model_name,
    state: toolStateOf(pin),
    isReadOnly: shown?.isReadOnly === true,
    isDescriptionCut: shown?.isDescriptionCut === true,
    digest: pin.offered_digest,
    definition: shown ? toReadable(shown) : { title: "", description: "", inputSchema: "", outputSchema: "", annotations: "" }, // biome-ignore format: one line
    differences,
    reviewedBy: pin.pinned_by === null ? null : (names.get(pin.pinned_by) ?? "a former member"),
    reviewedAt: pin.pinned_at,
  }
}
