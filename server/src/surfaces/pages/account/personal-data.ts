import { Readable } from "node:stream"
import type { FastifyReply } from "fastify"
import { perform } from "#access/perform.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { getProfile, listPasskeys, listSessions } from "#domains/accounts/index.ts"
import { listConnections } from "#domains/connections/index.ts"
import { listBought } from "#domains/handover/index.ts"
import { getNotificationSettings, getPush, listNotifications } from "#domains/notifications/index.ts"
import { getTeamTime, getWorkingHours } from "#domains/team-time/index.ts"
import { listWorkspaces } from "#domains/workspaces/index.ts"
import { ServiceError } from "#kernel/error.ts"
import type { HttpCall } from "../../transport/http-call.ts"
import type { Visit } from "../page.ts"
import { type PageParts, sendToSignIn } from "../send.ts"
import { mustSignIn, visitOf } from "../visit.ts"
import { type Sections, toPieces } from "./to-pieces.ts"

const headers = {
  "content-type": "application/json; charset=utf-8",
  "content-disposition": 'attachment; filename="account-data.json"',
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
}

export async function sendPersonalData(parts: PageParts, call: HttpCall): Promise<FastifyReply> {
  const visit = await visitOf(parts, "person", call)
  if (mustSignIn("person", visit.caller)) return sendToSignIn(visit, call)
  const sections = await personalData(visit)
  const { caller } = visit
  if (caller.kind === "person") {
    recordSecurityEvent(parts.app, "data_exported", { accountId: caller.accountId, network: caller.network })
  }
  return call.reply.headers(headers).send(Readable.from(toPieces(sections)))
}

/** All that the pages show a person about themselves. No secrets: no token, key or calendar address. */
async function personalData({ app, caller }: Visit): Promise<Sections> {
  const [profile, sessions, passkeys, { workspaces }, { kinds }, { browsers }] = await Promise.all([
    perform({ app, caller }, getProfile, {}),
    perform({ app, caller }, listSessions, {}),
    perform({ app, caller }, listPasskeys, {}),
    perform({ app, caller }, listWorkspaces, { limit: 100 }),
    perform({ app, caller }, getNotificationSettings, {}),
    perform({ app, caller }, getPush, {}),
  ])
  return {
    ...profile,
    sessions: sessions.items,
    passkeys: passkeys.items,
    workspaces: await Promise.all(
      workspaces.map(async (workspace) => {
        const inside = { ...caller, workspaceSlug: workspace.slug }
        const [workingHours, teamTime, assistantChoices] = await Promise.all([
          perform({ app, caller: inside }, getWorkingHours, {}),
          perform({ app, caller: inside }, getTeamTime, {}),
          assistantChoicesOf(app, inside),
        ])
        return { ...workspace, workingHours, teamTime, assistantChoices }
      }),
    ),
    notifications: {
      lines: await everyItem((cursor) => perform({ app, caller }, listNotifications, { limit: 100, cursor })),
      settings: kinds.map(({ kind, app, mail, push }) => ({ kind, app: app.isOn, mail: mail.isOn, push: push.isOn })),
      browsers,
    },
    assistantConversations: conversationsIn(
      app,
      workspaces.map(({ slug }) => ({ ...caller, workspaceSlug: slug })),
    ),
    toolServers: await toolServerData(app, caller),
    connections: await everyItem((cursor) => perform({ app, caller }, listConnections, { limit: 100, cursor })),
    purchases: await everyItem((cursor) => perform({ app, caller }, listBought, { limit: 100, cursor })),
  }
}

async function assistantChoicesOf(app: Visit["app"], caller: Visit["caller"]): Promise<object> {
  const { getAssistantSettings } = await import("#domains/assistant/on-demand.ts")
  const { tools } = await perform({ app, caller }, getAssistantSettings, {})
  return tools.flatMap(({ name, choice }) => (choice ? [{ tool: name, ...choice }] : []))
}

/** A person's conversations with the assistant of each workspace, read one by one, as they may be long. */
async function* conversationsIn(
  app: Visit["app"],
  insides: readonly (Visit["caller"] & { workspaceSlug: string })[],
): AsyncGenerator<object> {
  const { exportConversation, listConversations } = await import("#domains/assistant/on-demand.ts")
  for (const caller of insides) {
    const rows = await everyItem((cursor) => perform({ app, caller }, listConversations, { limit: 100, cursor }))
    for (const { id } of rows) {
      const conversation = await perform({ app, caller }, exportConversation, { id }).catch(undefinedIfGone)
      if (conversation) yield { workspace: caller.workspaceSlug, ...conversation }
    }
  }
}

function undefinedIfGone(thrown: unknown): undefined {
  if (!(thrown instanceof ServiceError && thrown.code === "not_found")) throw thrown
}

async function toolServerData(app: Visit["app"], caller: Visit["caller"]): Promise<object> {
  const { listOwnToolSignIns } = await import("#domains/tool-servers/on-demand.ts")
  return (await perform({ app, caller }, listOwnToolSignIns, {})).items
}

async function everyItem<Item>(
  page: (cursor: string | undefined) => Promise<{ items: Item[]; nextCursor?: string | undefined }>,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const next = await page(cursor)
    items.push(...next.items)
    cursor = next.nextCursor
  } while (cursor !== undefined)
  return items
}
