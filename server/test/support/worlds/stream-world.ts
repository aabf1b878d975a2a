import assert from "node:assert/strict"
import type { AddressInfo } from "node:net"
import type { TestContext } from "node:test"
import type { FastifyInstance } from "fastify"
import type { Caller } from "#access/context.ts"
import { type App, perform } from "#access/perform.ts"
import type { Bus } from "#adapters/bus/port.ts"
import { readSettings } from "#config/settings.ts"
import { askAssistant, getConversation, type ShownConversation } from "#domains/assistant/on-demand.ts"
import { openHttp } from "#surfaces/http.ts"
import { applyEvent, type Known, parseEvent } from "../../../../web/src/console/assistant/stream/reducer.ts"
import { until } from "../basics/until.ts"
import { atEnd, type DatabaseKind, migratedDatabaseUrl, openDatabase } from "../databases/test-databases.ts"
import { type EventStream, openStream } from "../http/event-stream.ts"
import { type ModelStandIn, openModelStandIn } from "../stand-ins/model/model-stand-in.ts"
import { signInBrowser } from "./docs-world.ts"
import { silentLog, type World, world } from "./world.ts"

type As = "owner" | "admin" | "member" | "viewer" | "stranger"

/** A reader of a conversation's stream, like its page. */
export interface Reader extends EventStream {
  /** The page's state after all events; fails where an event did not fit. */
  known(): ShownConversation | undefined
  /** Waits until the state satisfies a condition. */
  knows(isSo: (known: ShownConversation) => boolean): Promise<ShownConversation>
}

/** The parts of a process that differ from those of another one on the same database. */
export interface Process {
  readonly app: App
  readonly url: string
  readonly server: FastifyInstance
  /** Opens the stream of a conversation; closed after the test. */
  follow(headers: Record<string, string>, conversationId: string): Promise<Reader>
}

export interface StreamWorld extends Omit<World, "app">, Process {
  readonly model: ModelStandIn
  /** Another process on the same database, on this bus. */
  serve(bus?: Bus): Promise<Process>
  /** Signs a browser in. */
  enter(as: As): Promise<{ headers: Record<string, string>; sessionId: string }>
  /** Asks a question; returns the conversation without waiting for the answer. */
  begin(as: As, text: string): Promise<string>
  /** The stored conversation, once no run is active. */
  settled(as: As, id: string): Promise<ShownConversation>
}

interface Options {
  kind?: DatabaseKind
  /** The first process's bus. */
  bus?: Bus
  databaseUrl?: string
}

/** A listening service whose assistant uses a model that follows `script`. */
export async function streamWorld(
  t: TestContext,
  script: Parameters<typeof openModelStandIn>[1],
  { kind = "sqlite", bus, databaseUrl = "" }: Options = {},
): Promise<StreamWorld> {
  const model = await openModelStandIn(t, script)
  const url = databaseUrl || (await migratedDatabaseUrl(t, kind))
  const studio = await world(t, kind, { databaseUrl: url, models: model.models() })
  const app = bus ? { ...studio.app, bus } : studio.app
  const act: World["act"] = (as, action, input) =>
    perform({ app, caller: typeof as === "string" ? studio.callers[as] : as }, action, input)
  return {
    ...studio,
    ...(await serve(t, app)),
    ...{ act, model },
    serve: (bus = app.bus) => serve(t, { ...app, bus, database: openDatabase(t, url) }),
    async enter(as) {
      const { token, sessionId } = await signInBrowser(studio, studio.callers[as])
      return { headers: { cookie: `session=${token}`, "sec-fetch-site": "same-origin" }, sessionId }
    },
    async begin(as, text) {
      const { conversationId } = await act(as, askAssistant, { text })
      return conversationId
    },
    async settled(as, id) {
      await until(async () => (await act(as, getConversation, { id })).run === null)
      return act(as, getConversation, { id })
    },
  }
}

async function serve(t: TestContext, app: App): Promise<Process> {
  const server = await openHttp({ app, settings: readSettings({}), log: silentLog })
  atEnd(t, () => server.close())
  await server.listen({ host: "127.0.0.1", port: 0 })
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return {
    ...{ app, url, server },
    async follow(headers, conversationId) {
      const stream = await openStream(addressOf(url, conversationId), headers)
      atEnd(t, stream.close)
      return toReader(stream)
    },
  }
}

/** The address of a conversation's stream. */
export const addressOf = (url: string, conversationId: string, workspace = "studio") =>
  `${url}/console/assistant?workspace=${workspace}&conversation=${conversationId}`

function toReader(stream: EventStream): Reader {
  let taken = 0
  let known: Known | undefined
  const now = () => {
    for (const { event, data } of stream.events.slice(taken)) {
      taken += 1
      const parsed = parseEvent(event, JSON.stringify(data))
      assert.ok(parsed, `${event} cannot be read`)
      known = applyEvent(known, parsed)
      assert.ok(known, `something was missing before ${JSON.stringify(parsed)}`)
    }
    return known?.conversation
  }
  return {
    ...stream,
    known: now,
    async knows(isSo) {
      await until(async () => {
        const known = now()
        return known !== undefined && isSo(known)
      })
      return now() as ShownConversation
    },
  }
}

/** Gives a message a text of this length. */
export async function lengthen({ app }: Pick<World, "app">, messageId: string, length: number): Promise<void> {
  const parts = JSON.stringify([{ type: "text", text: "word ".repeat(length / 5) }])
  await app.database.transaction((db) =>
    db.updateTable("assistant_messages").set({ parts }).where("id", "=", messageId).execute(),
  )
}

/** The account of a person. */
export function accountOf(caller: Caller): string {
  if (caller.kind !== "person") throw new Error("Only people have accounts.")
  return caller.accountId
}
