import { hash } from "node:crypto"
import type { z } from "zod"
import type { PersonAction, WorkspaceAction } from "#access/action.ts"
import type { Role } from "#access/roles.ts"
import type { Cited, Fact, ShownCall } from "#contract/shown.ts"
import { canonicalJson } from "#kernel/canonical-json.ts"
import { toolSchema } from "#kernel/tool-schema.ts"
import type { WorkspaceLevel } from "../effective-level.ts"

type Json = Readonly<Record<string, unknown>>

type ToolAction<Input extends z.ZodObject, Output extends z.ZodObject> =
  | PersonAction<Input, Output>
  | WorkspaceAction<Input, Output>

/** Whose words an answer may have. */
export type WordsOf = "nobody" | "members" | "outsiders"

/** What takes a write back: another row of the table, and its arguments. */
export interface UndoStep {
  readonly tool: string
  readonly arguments: Json
  /**
   * Its answer is kept, and those of the same tool and `id` that are taken back after it get it, as `earlier`. Such a
   * step finds out by itself what others changed since.
   */
  readonly isChained?: true
}

/** How a write is taken back. All is worked out when it is carried out, and kept with the call. */
export interface Undo<Input, Output> {
  /** Reads the object, before and after the write; `before` is undefined where it does not exist yet. */
  readonly look?: { readonly tool: string; of(input: Input, output: Output | undefined): object | undefined }
  /** The fields of what was read that tell whether somebody changed it since. */
  readonly fields: readonly string[]
  /** The field of the answer that is for `step` alone. No model gets it. */
  readonly hides?: keyof Output & string
  /** Undefined where there is nothing to take back; a sentence where it cannot be taken back. */
  step(input: Input, output: Output, before: Json | undefined): UndoStep | string | undefined
}

/** Reads by an action as the person whose call it is; undefined where the action refuses. */
export type Look = <Input extends z.ZodObject, Output extends z.ZodObject>(
  action: ToolAction<Input, Output>,
  input: z.input<Input>,
) => Promise<z.output<Output> | undefined>

/** One row of the assistant's tools. */
export interface AssistantTool {
  readonly name: string
  /** What it does, as a button says it. */
  readonly title: string
  readonly kind: "read" | "write"
  /** For a model that has to choose. Nothing that anybody wrote stands in it. */
  readonly description: string
  /** The action, whose input refuses arguments that it does not have. */
  readonly action: ToolAction<z.ZodObject, z.ZodObject>
  /** The weakest role that has it. */
  readonly role: Role
  /** `ask`: each time, whatever was allowed. */
  readonly floor: "ask" | "always"
  readonly floorWhy: string
  /** What a workspace says of it before an admin says otherwise. */
  readonly usual: WorkspaceLevel
  readonly words: WordsOf
  /** Whether it can be tried and taken back before it is allowed: all that it does happens in its transaction. */
  readonly isRehearsed: boolean
  /** What was read of it may be cited. */
  seen(output: Readonly<Record<string, unknown>>): readonly Cited[]
  /** What came of it, in a line. */
  summary(output: Readonly<Record<string, unknown>>, input: Readonly<Record<string, unknown>>): string
  facts(output: Readonly<Record<string, unknown>>): readonly Fact[]
  /** An argument that the action would draw at random: it is drawn before the card is shown, so that the card says it. */
  readonly pins: { readonly name: string; from(seed: string): string } | undefined
  /** What a write is about, as it is before the write: the name of the thing, its place, and what is lost. */
  about(look: Look, input: Readonly<Record<string, unknown>>): Promise<readonly Fact[]>
  readonly undo: Undo<Record<string, unknown>, Record<string, unknown>> | undefined
  /**
   * Why a call must not be made yet, by what the conversation was answered so far by a tool; undefined where it may.
   * Only what a model really got counts.
   */
  needs(input: Json, answersOf: (tool: string) => readonly Json[]): string | undefined
  /** JSON Schema of its arguments. */
  readonly inputSchema: object
  /** SHA-256 of all that a model is told of it. A wish holds as long as it is the same. */
  readonly digest: string
  /** Of a tool of somebody else's server: whose it is, where the arguments go, and as whom; null for one of ours. */
  readonly server: (NonNullable<ShownCall["server"]> & { readonly id: string }) | null
}

type Declared<Input extends z.ZodObject, Output extends z.ZodObject> = Pick<
  AssistantTool,
  "name" | "title" | "kind" | "description"
> & {
  action: ToolAction<Input, Output>
  /** Why it asks each time; left out, it may be allowed for good. */
  asksBecause?: string
  words?: WordsOf
  isRehearsed?: false
  seen?(output: z.output<Output>): readonly Cited[]
  summary(output: z.output<Output>, input: z.output<Input>): string
  facts?(output: z.output<Output>): readonly Fact[]
  pins?: { name: keyof z.input<Input> & string; from(seed: string): string }
  about?(look: Look, input: z.output<Input>): Promise<readonly Fact[]>
  undo?: Undo<z.output<Input>, z.output<Output>>
  needs?: AssistantTool["needs"]
}

/** Declares a row. */
export function assistantTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  row: Declared<Input, Output>,
): AssistantTool {
  const { name, title, description, kind, asksBecause } = row
  const action = { ...row.action, input: row.action.input.strict() }
  const inputSchema = toolSchema(action.input, "input")
  const told = canonicalJson({ name, title, description, inputSchema })
  const declared = {
    seen: () => [],
    facts: () => [],
    about: async () => [],
    pins: undefined,
    words: "members" as const,
    undo: undefined,
    needs: () => undefined,
    server: null,
    ...row,
    isRehearsed: kind === "write" && row.isRehearsed !== false,
    action,
    role: row.action.access === "workspace" ? row.action.role : ("viewer" as const),
    floor: asksBecause === undefined ? "always" : "ask",
    floorWhy: asksBecause ?? "",
    usual: kind === "read" ? "always" : asksBecause === undefined ? "chooses" : "ask",
    inputSchema,
    digest: hash("sha256", told, "hex"),
  }
  // The one variance hole: the table holds actions of any input and output.
  return declared as unknown as AssistantTool
}
