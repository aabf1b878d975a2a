import type { z } from "zod"
import type { ChangeKind } from "#contract/change-kinds.ts"
import type { Caller, Context, Member, Person } from "./context.ts"
import type { Exchange } from "./exchange.ts"
import type { Role } from "./roles.ts"
import type { Scope } from "./scopes.ts"

export interface Anyone {
  readonly caller: Caller
  readonly exchange: Exchange
}

interface Rule<Who, Input extends z.ZodType, Output extends z.ZodType> {
  readonly input: Input
  readonly output: Output
  run(cx: Context<Who>, input: z.output<Input>): Promise<z.input<Output>>
}

export interface PublicAction<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType>
  extends Rule<Anyone, Input, Output> {
  readonly access: "public"
}

/** A rule for a signed-in person, outside any workspace. `scope` is the scope that a connection needs. */
export interface PersonAction<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType>
  extends Rule<Person, Input, Output> {
  readonly access: "person"
  readonly scope: Scope | "console"
}

/** A rule inside a workspace. With the scope `console`, connections cannot call it, only signed-in people. */
export interface WorkspaceAction<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType>
  extends Rule<Member, Input, Output> {
  readonly access: "workspace"
  readonly scope: Scope | "console"
  readonly role: Role
  /** The kinds of things on the workspace's pages that the action changes. Actions that only read have none. */
  readonly changes?: readonly ChangeKind[]
}

export type Action<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> =
  | PublicAction<Input, Output>
  | PersonAction<Input, Output>
  | WorkspaceAction<Input, Output>

export function publicAction<Input extends z.ZodType, Output extends z.ZodType>(
  rule: Omit<PublicAction<Input, Output>, "access">,
): PublicAction<Input, Output> {
  return { access: "public", ...rule }
}

export function personAction<Input extends z.ZodType, Output extends z.ZodType>(
  scope: PersonAction["scope"],
  rule: Omit<PersonAction<Input, Output>, "access" | "scope">,
): PersonAction<Input, Output> {
  return { ...rule, access: "person", scope }
}

export function workspaceAction<Input extends z.ZodType, Output extends z.ZodType>(
  role: Role,
  scope: WorkspaceAction["scope"],
  rule: Omit<WorkspaceAction<Input, Output>, "access" | "role" | "scope">,
): WorkspaceAction<Input, Output> {
  return { ...rule, access: "workspace", role, scope }
}
