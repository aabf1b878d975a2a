import { hash } from "node:crypto"
import type { z } from "zod"
import type { PersonAction, WorkspaceAction } from "#access/action.ts"
import type { Role } from "#access/roles.ts"
import type { Cited, Fact, ShownCall } from "#contract/shown.ts"
import { canonicalJson } from "#kernel/canonical-json.ts"
import { toolInputReader } from "#kernel/tools/tool-input.ts"
import { toolSchema } from "#kernel/tools/tool-schema.ts"
import type { WorkspaceLevel } from "../effective-level.ts"

type Json = Readonly<Record<string, unknown>>

type ToolAction<Input extends z.ZodObject, Output extends z.ZodObject> =
  | PersonAction<Input, Output>
  | WorkspaceAction<Input, Output>

/** The authors whose text an answer may contain. */
export type WordsOf = "nobody" | "members" | "outsiders"

export interface UndoStep {
  readonly tool: string
  readonly arguments: Json
  /** Later steps of the same tool and `id` get the stored answers as `earlier`, to detect changes by other members. */
  readonly isChained?: true
}

/** How a write is undone. The undo is worked out when the write is carried out, and stored with the call. */
interface Undo<Input, Output> {
  /** Reads the object before and after the write; `before` is undefined where it does not exist yet. */
  readonly look?: { readonly tool: string; of(input: Input, output: Output | undefined): object | undefined }
  /** The fields that show whether the object has changed since. */
  readonly fields: readonly string[]
  /** The field of the answer that only `step` gets. No model gets it. */
  readonly hides?: keyof Output & string
  /** Undefined where there is nothing to undo; a sentence where an undo is impossible. */
  step(input: Input, output: Output, before: Json | undefined): UndoStep | string | undefined
}

/** Runs a reading action as the call's owner; undefined where the action refuses. */
export type Look = <Input extends z.ZodObject, Output extends z.ZodObject>(
  action: ToolAction<Input, Output>,
  input: z.input<Input>,
) => Promise<z.output<Output> | undefined>

export interface AssistantTool {
  readonly name: string
  readonly title: string
  readonly kind: "read" | "write"
  /** A write that creates, renames or restores something. */
  readonly isSmall: boolean
  /** In a built-in tool, it contains no text of users. */
  readonly description: string
  /** The action. Its input schema refuses unknown arguments. */
  readonly action: ToolAction<z.ZodObject, z.ZodObject>
  readonly role: Role
  /** `ask`: the tool asks each time, whatever members and admins chose. */
  readonly floor: "ask" | "always"
  readonly floorWhy: string
  /** The workspace's level while no admin has set one. */
  readonly usual: WorkspaceLevel
  readonly words: WordsOf
  /** Whether a trial can be rolled back before the call is approved: all its effects are in its transaction. */
  readonly isRehearsed: boolean
  /** The objects in an answer that the model may cite. */
  seen(output: Readonly<Record<string, unknown>>): readonly Cited[]
  summary(output: Readonly<Record<string, unknown>>, input: Readonly<Record<string, unknown>>): string
  /** A sentence for the model and the person about a difference between the request and the answer. */
  note(output: Readonly<Record<string, unknown>>, input: Readonly<Record<string, unknown>>): string | undefined
  facts(output: Readonly<Record<string, unknown>>): readonly Fact[]
  /** An argument that the action would otherwise choose at random. It is chosen early, so that the card shows it. */
  readonly pins: { readonly name: string; from(seed: string): string } | undefined
  /** The object before the write: its name, its place, and the content that the write removes. */
  about(look: Look, input: Readonly<Record<string, unknown>>): Promise<readonly Fact[]>
  readonly undo: Undo<Record<string, unknown>, Record<string, unknown>> | undefined
  /** Why a call is not possible: its arguments do not fit, or the conversation has not read what it needs. */
  needs(input: Json, answersOf: (tool: string) => readonly Json[]): string | undefined
  readonly inputSchema: object
  /** Reads the arguments of a model's call as it means them. A tool server's are read when they are sent. */
  readonly readInput: (given: Json) => Json
  readonly unfit: string | undefined
  /** SHA-256 of the definition that models get. A member's choice is valid for one digest. */
  readonly digest: string
  /**
   * The tool server that gets the arguments, and the account there; null for a built-in tool. `isReadOnly`: it says that
   * the tool changes nothing, so a call without an answer has no unknown effect.
   */
  readonly server: (NonNullable<ShownCall["server"]> & { readonly id: string; readonly isReadOnly: boolean }) | null
}

type Declared<Input extends z.ZodObject, Output extends z.ZodObject> = Pick<AssistantTool, "description"> & {
  action: ToolAction<Input, Output>
  /** Why the tool asks each time. Without it, members may allow the tool for good. */
  asksBecause?: string
  /** Another tool that describes the same fields. */
  fieldsAreOf?: string
  isSmall?: true
  words?: WordsOf
  isRehearsed?: false
  seen?(output: z.output<Output>): readonly Cited[]
  summary(output: z.output<Output>, input: z.output<Input>): string
  note?(output: z.output<Output>, input: z.output<Input>): string | undefined
  facts?(output: z.output<Output>): readonly Fact[]
  pins?: { name: keyof z.input<Input> & string; from(seed: string): string }
  about?(look: Look, input: z.output<Input>): Promise<readonly Fact[]>
  undo?: Undo<z.output<Input>, z.output<Output>>
  needs?: AssistantTool["needs"]
}

interface Schema {
  readonly additionalProperties?: unknown
  readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Shortens a schema: each question pays for its letters. `systemText` and refusals say the rest. */
function briefly({ additionalProperties: _, properties = {}, ...rest }: Schema, areDescribed: boolean): object {
  const fields = Object.entries(properties).map(([name, { pattern, examples, description, ...field }]) => {
    if (name === "limit") return [name, { type: "integer", maximum: 100, default: field.default }]
    if (name === "cursor") return [name, { type: "string" }]
    return [name, areDescribed && description !== undefined ? { ...field, description } : field]
  })
  return { ...rest, properties: Object.fromEntries(fields) }
}

const toolOf =
  (kind: AssistantTool["kind"]) =>
  <Input extends z.ZodObject, Output extends z.ZodObject>(name: string, title: string, row: Declared<Input, Output>) =>
    declare({ name, title, kind, ...row })

export const readingTool = toolOf("read")
export const writingTool = toolOf("write")

function declare<Input extends z.ZodObject, Output extends z.ZodObject>(
  row: Pick<AssistantTool, "name" | "title" | "kind"> & Declared<Input, Output>,
): AssistantTool {
  const { name, title, kind, asksBecause, fieldsAreOf } = row
  const description = fieldsAreOf ? `${row.description} Its fields are those of \`${fieldsAreOf}\`.` : row.description
  const action = { ...row.action, input: row.action.input.strict() }
  const inputSchema = briefly(toolSchema(action.input, "input") as Schema, fieldsAreOf === undefined)
  const declaration = canonicalJson({ name, title, description, inputSchema })
  const declared = {
    isSmall: false,
    seen: () => [],
    note: () => undefined,
    facts: () => [],
    about: async () => [],
    pins: undefined,
    words: "members" as const,
    undo: undefined,
    needs: () => undefined,
    unfit: undefined,
    server: null,
    ...row,
    description,
    isRehearsed: kind === "write" && row.isRehearsed !== false,
    action,
    role: row.action.access === "workspace" ? row.action.role : ("viewer" as const),
    floor: asksBecause === undefined ? "always" : "ask",
    floorWhy: asksBecause ?? "",
    usual: kind === "read" ? "always" : asksBecause === undefined ? "chooses" : "ask",
    inputSchema,
    readInput: toolInputReader<Json>(inputSchema, "own"),
    digest: hash("sha256", declaration, "hex"),
  }
  // The one unsafe cast: the table holds actions of any input and output.
  return declared as unknown as AssistantTool
}
