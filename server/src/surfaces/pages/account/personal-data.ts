import type { FastifyReply } from "fastify"
import { perform } from "#access/perform.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { getProfile, listPasskeys, listSessions } from "#domains/accounts/index.ts"
import { listConnections } from "#domains/connections/index.ts"
import { listBought } from "#domains/handover/index.ts"
import { getNotificationSettings, getPush, listNotifications } from "#domains/notifications/index.ts"
import { getTeamTime, getWorkingHours } from "#domains/team-time/index.ts"
import { listWorkspaces } from "#domains/workspaces/index.ts"
import type { HttpCall } from "../../transport/http-call.ts"
import type { Visit } from "../page.ts"
import { type PageParts, sendToSignIn } from "../send.ts"
import { mustSignIn, visitOf } from "../visit.ts"

const headers = {
  "content-type": "application/json; charset=utf-8",
  "content-disposition": 'attachment; filename="account-data.json"',
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
}

/** Sends a person the file with everything that is kept about them. */
export async function sendPersonalData(parts: PageParts, call: HttpCall): Promise<FastifyReply> {
  const visit = await visitOf(parts, "person", call)
  if (mustSignIn("person", visit.caller)) return sendToSignIn(visit, call)
  const file = JSON.stringify(await personalData(visit), null, 2)
  const { caller } = visit
  if (caller.kind === "person") {
    recordSecurityEvent(parts.app, "data_exported", { accountId: caller.accountId, network: caller.network })
  }
  return call.reply.headers(headers).send(file)
}

/**
 * Everything that a person could see of themselves, page by page. There are no secrets in it: no token, key or calendar
 * address.
 */
async function personalData({ app, caller }: Visit): Promise<object> {
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
        const [workingHours, teamTime, assistant] = await Promise.all([
          perform({ app, caller: inside }, getWorkingHours, {}),
          perform({ app, caller: inside }, getTeamTime, {}),
          assistantData(app, inside),
        ])
        return { ...workspace, workingHours, teamTime, assistant }
      }),
    ),
    notifications: {
      lines: await everyItem((cursor) => perform({ app, caller }, listNotifications, { limit: 100, cursor })),
      settings: kinds.map(({ kind, app, mail, push }) => ({ kind, app: app.isOn, mail: mail.isOn, push: push.isOn })),
      browsers,
    },
    toolServers: await toolServerData(app, caller),
    connections: await everyItem((cursor) => perform({ app, caller }, listConnections, { limit: 100, cursor })),
    purchases: await everyItem((cursor) => perform({ app, caller }, listBought, { limit: 100, cursor })),
  }
}

/** What a person asked the assistant of a workspace, with what it did, and what they let it do by itself. */
async function assistantData(app: Visit["app"], caller: Visit["caller"]): Promise<object> {
  const { exportConversation, getAssistantSettings, listConversations } = await import(
    "#domains/assistant/on-demand.ts"
  )
  const { tools } = await perform({ app, caller }, getAssistantSettings, {})
  const rows = await everyItem((cursor) => perform({ app, caller }, listConversations, { limit: 100, cursor }))
  const conversations: object[] = []
  // One after another: a conversation may be long.
  for (const { id } of rows) conversations.push(await perform({ app, caller }, exportConversation, { id }))
  return {
    conversations,
    choices: tools.flatMap(({ name, choice }) => (choice ? [{ tool: name, ...choice }] : [])),
  }
}

/** The tool servers that a person signed in to. */
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
