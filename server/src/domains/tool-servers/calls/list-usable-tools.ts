import type { Outside, Reading } from "#access/context.ts"
import type { ListedTool } from "#adapters/tool-servers/port.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { listUsablePins, type PinRow } from "../pins/index.ts"
import { findNamesOrEmails, listServerRows, type ServerRow } from "../servers/index.ts"
import { listUsableTokens } from "../tokens/index.ts"
import { schemaForModels, unfitWords } from "./fit-for-models.ts"
import { credentialHolder } from "./use-server.ts"

export interface UsableTool {
  readonly serverId: string
  readonly serverName: string
  /** The host that receives the arguments. */
  readonly host: string
  /** The words for the sign-in that a call uses; null where the server needs none. */
  readonly asWhom: string | null
  readonly toolName: string
  /** `s<n>__name`, unique in the workspace: `^[a-zA-Z0-9_-]{1,64}$`. */
  readonly modelName: string
  readonly title: string
  readonly description: string
  readonly inputSchema: object
  /** The input schema in the form that all models accept. */
  readonly modelSchema: object
  readonly unfit: string | undefined
  readonly outputSchema?: object
  /** Claimed by the server. */
  readonly isReadOnly: boolean
  readonly digest: string
  readonly isSignedIn: boolean
}

export interface ToolUser {
  readonly workspaceId: WorkspaceId
  readonly accountId: string
}

export type ModelReading = Reading & Pick<Outside, "models">

/** Lists the tools that a member may use: reviewed, unchanged since, and of a server that is not paused. */
export async function listUsableTools(cx: ModelReading, whose: ToolUser): Promise<UsableTool[]> {
  const pins = await listUsablePins(cx, whose.workspaceId)
  if (pins.length === 0) return []
  const servers = await listServerRows(cx, whose)
  const tokens = await listUsableTokens(cx, whose)
  const names = await findNamesOrEmails(cx, [whose.accountId, ...tokens.map((token) => token.account_id)])
  return servers.flatMap((server) => {
    const holder = credentialHolder({ server, accountId: whose.accountId })
    const token = tokens.find((one) => one.server_id === server.id && one.holder === holder)
    const common = {
      serverId: server.id,
      serverName: server.name,
      host: server.host,
      asWhom: asWhom(server, names.get(token?.account_id ?? whose.accountId)),
      isSignedIn: server.auth === "none" || token !== undefined,
    }
    return pins.filter((pin) => pin.server_id === server.id).flatMap((pin) => toUsable(pin, common, cx.models.name))
  })
}

function asWhom({ auth, credentials }: ServerRow, name = "a former member"): string | null {
  if (auth === "none") return null
  return credentials === "shared" ? `the workspace, by what ${name} signed in with` : name
}

type Common = Pick<UsableTool, "serverId" | "serverName" | "host" | "asWhom" | "isSignedIn">

function toUsable(pin: PinRow, common: Common, model: string): UsableTool[] {
  if (pin.pinned === null || pin.pinned_digest === null) return []
  const { title, description, inputSchema, outputSchema, isReadOnly }: ListedTool = JSON.parse(pin.pinned)
  const mended = schemaForModels(pin.pinned_digest, { inputSchema })
  return [
    {
      ...common,
      toolName: pin.name,
      modelName: pin.model_name,
      title: title || pin.name,
      description,
      inputSchema,
      modelSchema: typeof mended === "string" ? {} : mended,
      unfit: unfitWords(pin, model, mended),
      ...(outputSchema && { outputSchema }),
      isReadOnly,
      digest: pin.pinned_digest,
    },
  ]
}
