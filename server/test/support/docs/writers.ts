import * as Y from "yjs"
import type { Role } from "#access/roles.ts"
import { type Content, createDoc, type Writer } from "#domains/docs/index.ts"
import { newId } from "#kernel/ids.ts"
import type { World } from "../worlds/world.ts"
import { addLine } from "./shared-lines.ts"

/** A member with a new session, in the form of a socket's writer. */
export async function signIn({ app, callers, workspaceId }: World, who: Role | "stranger"): Promise<Writer> {
  const caller = callers[who]
  if (caller.kind !== "person") throw new Error("Only people sign in.")
  const sessionId = newId("session")
  const now = app.now()
  const row = { id: sessionId, hash: sessionId, account_id: caller.accountId, label: "Firefox on Linux" }
  await app.database.transaction((db) =>
    db
      .insertInto("sessions")
      .values({ ...row, created_at: now, last_seen_at: now, expires_at: now + 180 * 86_400_000 })
      .execute(),
  )
  return { accountId: caller.accountId, sessionId, workspaceId }
}

/** Makes a doc of the member and returns its id. */
export async function makeDoc({ act }: World, title = "A doc"): Promise<string> {
  return (await act("member", createDoc, { title })).id
}

/** An editor with its own doc, whose changes are sent to `content`. */
export class Typist {
  readonly doc: Y.Doc
  readonly #content: Content
  readonly #writer: Writer
  /** The typed updates that are not sent yet. */
  readonly unsent: Uint8Array[] = []

  constructor(content: Content, writer: Writer, doc = new Y.Doc()) {
    this.doc = doc
    this.#content = content
    this.#writer = writer
    Y.applyUpdate(this.doc, Y.encodeStateAsUpdate(content.doc), "server")
    this.doc.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin !== "server") this.unsent.push(update)
    })
  }

  /** Types a paragraph at the end. */
  type(text: string): void {
    addLine(this.doc, text)
  }

  /** Sends the typed updates, one by one. */
  async send(): Promise<string[]> {
    const answers: string[] = []
    for (const update of this.unsent.splice(0)) answers.push(await this.#content.write(update, this.#writer, false))
    return answers
  }

  /** Sends everything that the server does not have, like a browser that reconnects. */
  async bringBack(serverHas: Y.Doc = this.#content.doc): Promise<string> {
    this.unsent.length = 0
    const update = Y.encodeStateAsUpdate(this.doc, Y.encodeStateVector(serverHas))
    return this.#content.write(update, this.#writer, true)
  }

  /** Types a paragraph and sends it. */
  async write(text: string): Promise<string[]> {
    this.type(text)
    return this.send()
  }

  /** Applies the server's update. */
  receive(update: Uint8Array): void {
    Y.applyUpdate(this.doc, update, "server")
  }
}
