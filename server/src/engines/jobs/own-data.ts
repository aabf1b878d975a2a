import type { z } from "zod"
import type { Action } from "#access/action.ts"
import { getProfile, listPasskeys, listSessions } from "#domains/accounts/index.ts"
import { listConnections } from "#domains/connections/index.ts"
import { listBought } from "#domains/handover/index.ts"
import { getNotificationSettings, getPush, listNotifications } from "#domains/notifications/index.ts"
import { getTeamTime, getWorkingHours } from "#domains/team-time/index.ts"
import { listWorkspaces } from "#domains/workspaces/index.ts"
import { ServiceError } from "#kernel/error.ts"

/** Performs an action as the person who downloads the data about them. */
type Ask = <Input extends z.ZodType, Output extends z.ZodType>(
  action: Action<Input, Output>,
  input: unknown,
) => Promise<z.input<Output>>

interface Person {
  readonly ask: Ask
  /** Asks in one of their workspaces. */
  readonly inside: (workspaceSlug: string) => Ask
}

/** The parts of a JSON object. An async iterable becomes a list. */
export type Sections = Readonly<Record<string, unknown>>

/** All that the pages show a person about themselves: a row for each domain, in the order of the file. No secrets. */
export const ownData: Readonly<Record<string, (person: Person) => Promise<Sections>>> = {
  accounts: async ({ ask }) => {
    const [profile, sessions, passkeys] = await Promise.all([
      ask(getProfile, {}),
      ask(listSessions, {}),
      ask(listPasskeys, {}),
    ])
    return { ...profile, sessions: sessions.items, passkeys: passkeys.items }
  },
  workspaces: async (person) => {
    const workspaces: Sections[] = []
    for (const workspace of await workspacesOf(person)) {
      const ask = person.inside(workspace.slug)
      const parts = await Promise.all(Object.values(ownDataInside).map((part) => part(ask)))
      workspaces.push(Object.assign({}, workspace, ...parts))
    }
    return { workspaces }
  },
  notifications: async ({ ask }) => {
    const [{ kinds }, { browsers }] = await Promise.all([ask(getNotificationSettings, {}), ask(getPush, {})])
    const settings = kinds.map(({ kind, app, mail, push }) => ({
      kind,
      app: app.isOn,
      mail: mail.isOn,
      push: push.isOn,
    }))
    return {
      notifications: { lines: await everyItem((part) => ask(listNotifications, part)), settings, browsers },
    }
  },
  assistant: async (person) => {
    const slugs = (await workspacesOf(person)).map(({ slug }) => slug)
    return { assistantConversations: conversationsIn(person, slugs) }
  },
  "tool-servers": async ({ ask }) => {
    const { listOwnToolSignIns } = await import("#domains/tool-servers/on-demand.ts")
    return { toolServers: (await ask(listOwnToolSignIns, {})).items }
  },
  connections: async ({ ask }) => ({ connections: await everyItem((part) => ask(listConnections, part)) }),
  handover: async ({ ask }) => ({ purchases: await everyItem((part) => ask(listBought, part)) }),
}

/** What a domain adds to each of the person's workspaces. */
export const ownDataInside: Readonly<Record<string, (ask: Ask) => Promise<Sections>>> = {
  "team-time": async (ask) => {
    const [workingHours, teamTime] = await Promise.all([ask(getWorkingHours, {}), ask(getTeamTime, {})])
    return { workingHours, teamTime }
  },
  assistant: async (ask) => {
    const { getAssistantSettings } = await import("#domains/assistant/on-demand.ts")
    const { tools } = await ask(getAssistantSettings, {})
    return { assistantChoices: tools.flatMap(({ name, choice }) => (choice ? [{ tool: name, ...choice }] : [])) }
  },
}

/** Reads one domain after the other, so that one person's file does not take many connections. */
export async function readOwnData(person: Person): Promise<Sections> {
  const data = {}
  for (const part of Object.values(ownData)) Object.assign(data, await part(person))
  return data
}

const workspacesOf = async ({ ask }: Person) => (await ask(listWorkspaces, { limit: 100 })).workspaces

/** A person's conversations with the assistant of each workspace, read one by one, as they may be long. */
async function* conversationsIn({ inside }: Person, workspaces: readonly string[]): AsyncGenerator<object> {
  const { exportConversation, listConversations } = await import("#domains/assistant/on-demand.ts")
  for (const workspace of workspaces) {
    const ask = inside(workspace)
    for (const { id } of await everyItem((part) => ask(listConversations, part))) {
      const conversation = await ask(exportConversation, { id }).catch(undefinedIfGone)
      if (conversation) yield { workspace, ...conversation }
    }
  }
}

function undefinedIfGone(thrown: unknown): undefined {
  if (!(thrown instanceof ServiceError && thrown.code === "not_found")) throw thrown
}

async function everyItem<Item>(
  page: (part: object) => Promise<{ items: Item[]; nextCursor?: string | undefined }>,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const next = await page({ limit: 100, cursor })
    items.push(...next.items)
    cursor = next.nextCursor
  } while (cursor !== undefined)
  return items
}
