import type { z } from "zod"
import { inSpan } from "#spans/span.ts"
import type { Database } from "#storage/database.ts"
import type { Recorded } from "../changes/change-store.ts"
import { noteChange, recordNoted } from "../changes/note-change.ts"
import type { Action } from "./action.ts"
import type { Caller, Context, Inside, Outside, Reading } from "./context.ts"
import { admitToPublicRule, enter, findActingWorkspace, identify, lockGrantOf, lockMember } from "./enter.ts"
import { type Exchange, silentExchange } from "./exchange.ts"
import { parse } from "./parse.ts"

export interface App extends Outside {
  readonly database: Database
  readonly now: () => number
}

interface Asking {
  readonly app: App
  readonly caller: Caller
  readonly exchange?: Exchange
  /** The action's name in traces: its endpoint's id or its tool's name. */
  readonly name?: string
}

/** The only way from a surface to an action. @throws ServiceError for every refusal; any other error is a bug. */
export function perform<Input extends z.ZodType, Output extends z.ZodType>(
  asking: Asking,
  action: Action<Input, Output>,
  raw: unknown,
): Promise<z.input<Output>> {
  const describe = () => ({ name: `action ${asking.name ?? ""}`.trimEnd(), fields: { kind: action.access } })
  return inSpan(describe, () => performOnce(asking, action, raw))
}

async function performOnce<Input extends z.ZodType, Output extends z.ZodType>(
  { app, caller, exchange = silentExchange }: Asking,
  action: Action<Input, Output>,
  raw: unknown,
): Promise<z.input<Output>> {
  switch (action.access) {
    case "public":
      admitToPublicRule(caller, action)
      return action.run(contextFor(app, { caller, exchange }), parse(action.input, raw))
    case "person": {
      const person = identify(caller, action)
      const place = await findActingWorkspace(readingOf(app), caller)
      if (place) exchange.enter?.(place)
      const context = contextFor(app, person, { first: (cx) => lockGrantOf(cx, person), last: exchange.recordWrite })
      return action.run(context, parse(action.input, raw))
    }
    case "workspace": {
      const member = await enter(readingOf(app), caller, action)
      exchange.enter?.(member.workspace)
      const context = contextFor(app, member, {
        first: (cx) => lockMember(cx, member, action),
        last: async (cx, answer) => {
          await exchange.recordWrite?.(cx, answer)
          for (const kind of action.changes ?? []) noteChange(cx, { workspaceId: member.workspaceId, kind })
        },
        onRecorded: (recorded) => {
          const own = recorded.find(({ workspaceId }) => workspaceId === member.workspaceId)
          if (own) exchange.changed?.(own)
        },
      })
      return action.run(context, parse(action.input, raw))
    }
  }
}

/** The context of jobs, sweepers and the demo. */
export function systemContext(app: App): Context {
  return contextFor(app, {})
}

function readingOf(app: App): Reading & Pick<Outside, "admission"> {
  return { db: app.database.read, now: app.now, admission: app.admission }
}

interface Ends {
  first?: (cx: Inside) => Promise<void>
  last?: Exchange["recordWrite"]
  onRecorded?: (recorded: readonly Recorded[]) => void
}

function contextFor<Who extends object>(app: App, who: Who, { first, last, onRecorded }: Ends = {}): Context<Who> {
  const context = {
    ...app,
    ...who,
    db: app.database.read,
    atomically: (work: (cx: Inside & Who) => Promise<unknown>) =>
      app.database.transaction(async (db) => {
        const cx = { ...who, db, now: app.now }
        await first?.(cx)
        const result = await work(cx)
        await last?.(cx, result)
        await recordNoted(cx, app.bus, onRecorded)
        return result
      }),
  }
  return context as unknown as Context<Who>
}
