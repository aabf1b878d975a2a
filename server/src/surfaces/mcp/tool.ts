import { z } from "zod"
import type { PersonAction, WorkspaceAction } from "#access/action.ts"
import type { Scope } from "#access/scopes.ts"
import { toolInputReader } from "#kernel/tools/tool-input.ts"
import { toolSchema } from "#kernel/tools/tool-schema.ts"
import { renamer, underscored } from "#kernel/tools/underscored.ts"
import type { Params } from "./message.ts"

/** MCP 2025-06-18, `ToolAnnotations`: hints for the client. This server decides nothing by them. */
export interface Annotations {
  readonly readOnlyHint: boolean
  /** Whether existing data may be lost. */
  readonly destructiveHint: boolean
  /** Whether calling again with the same arguments changes nothing more. Tools that only read leave it out. */
  readonly idempotentHint?: boolean
  readonly openWorldHint: boolean
}

/** Where a workspace's console shows what a write made or changed. */
interface Made {
  /** The kind of thing, such as "Short link". */
  readonly kind: string
  /** The page that shows it, where things of this kind have no name. */
  readonly page?: string
  /** The address of one thing; `$id` stands for its id. */
  readonly thing?: string
}

/** A call, and its structured result without the workspace that every result names. */
interface Example<Arguments, Result> {
  readonly arguments: Arguments
  readonly result: Result
}

type ToolAction<Input extends z.ZodObject, Output extends z.ZodObject> =
  | PersonAction<Input, Output>
  | WorkspaceAction<Input, Output>

export interface Tool {
  readonly name: string
  readonly title: string
  /** A `write` takes an `idempotencyKey` beside the arguments of its action. */
  readonly kind: "read" | "write"
  /** Helps a model to choose: says the tool's effects, its limits, and the next step. */
  readonly description: string
  readonly annotations: Annotations
  readonly scope: Scope
  /**
   * The action, whose schemas have names with underscores, as clients write them. Its input refuses unknown arguments,
   * and has an `idempotency_key` for a writing tool. `run` answers with the domain's names; `writeOutput` renames them.
   */
  readonly action: ToolAction<z.ZodObject, z.ZodObject>
  readonly writeOutput: (output: object) => object
  readonly inputSchema: object
  /** Reads the arguments of a call as its client means them. */
  readonly readInput: (args: Params) => Params
  /** A sentence about an answer that differs from the request. */
  says?(input: object, output: object): string | undefined
  /** The call in the activity of an app, such as "Created short link". */
  readonly did: string
  readonly made?: Made
  /** For the reference. */
  readonly example: Example<object, object>
  /** A sentence (Markdown) for the documentation, below the table of tools. */
  readonly note?: string
}

type Declared<Input extends z.ZodObject, Output extends z.ZodObject> = Pick<
  Tool,
  "name" | "title" | "description" | "did" | "note"
> & {
  says?(input: z.input<Input>, output: z.input<Output>): string | undefined
  /** By default reads change nothing, writes add something, and neither contacts external systems. */
  readonly annotations?: Partial<Annotations>
  readonly action: ToolAction<Input, Output>
  readonly example: Example<z.input<Input> & { idempotencyKey?: string }, z.input<Output>>
} & ({ readonly kind: "read" } | { readonly kind: "write"; readonly made: Made })

/**
 * Writes an action's names with underscores. Refuses unknown arguments, even if the action would not.
 * @throws Error if connections may not call the action
 */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(row: Declared<Input, Output>): Tool {
  const { scope } = row.action
  if (scope === "console") throw new Error(`${row.name} is for the console only.`)
  const isRead = row.kind === "read"
  const { run } = row.action
  const input = isRead ? row.action.input.strict() : row.action.input.extend({ idempotencyKey }).strict()
  const rename = (schema: z.ZodType, way: "to" | "from") => renamer(schema, way) ?? ((value: unknown) => value)
  const [readNames, writeNames] = [rename(input, "from"), rename(input, "to")]
  const writeOutput = rename(row.action.output, "to")
  const action = {
    ...row.action,
    input: underscored(input),
    output: underscored(row.action.output),
    run(cx: never, given: object) {
      const { idempotencyKey: _, ...own } = readNames(given) as { idempotencyKey?: string }
      return run(cx, own as never)
    },
  }
  const inputSchema = toolSchema(action.input, "input")
  const { says, example } = row
  return {
    ...row,
    scope,
    inputSchema,
    readInput: toolInputReader(inputSchema, "own"),
    writeOutput: writeOutput as Tool["writeOutput"],
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: false,
      ...(!isRead && { idempotentHint: false }),
      openWorldHint: false,
      ...row.annotations,
    },
    // The only unsafe casts: the table contains actions of any input and output.
    action: action as unknown as Tool["action"],
    ...(says && { says: (args: object, output: object) => says(readNames(args) as never, output as never) }),
    example: { arguments: writeNames(example.arguments) as object, result: writeOutput(example.result) as object },
  }
}

const idempotencyKey = z
  .string()
  .regex(/^[\w.:-]{1,64}$/, "must be 1 to 64 letters, digits, or any of _ . : -")
  .optional()
  .describe(
    "Makes a retry safe: for 24 hours the same key with the same arguments gives the first answer and does nothing again. A refused call does not use it up. Choose a new key for each new thing, such as a random UUID.",
  )

/** The tools as `tools/list` shows them (MCP 2025-06-18, `Tool`), in the order of the table. */
export function listTools(tools: readonly Tool[]) {
  return tools.map(({ name, title, description, action, inputSchema, annotations }) => ({
    name,
    title,
    description,
    inputSchema,
    outputSchema: toolSchema(resultOf(action), "output"),
    annotations,
  }))
}

function resultOf({ access, output }: Tool["action"]): z.ZodObject {
  const workspace = access === "workspace" ? actedIn : actedIn.optional()
  return z.object({ workspace, ...output.shape })
}

const actedIn = z.object({ slug: z.string(), name: z.string() })
