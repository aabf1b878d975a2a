import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Inside, Member, Reading } from "#access/context.ts"
import { beginPermits } from "#access/permit-store.ts"
import { findFile, needRoom } from "#domains/drive/index.ts"
import { cleanText } from "#kernel/clean-text.ts"
import { conflict, invalidInput, ServiceError } from "#kernel/error.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { newId, newOrderedId } from "#kernel/ids.ts"
import {
  conversationId,
  insertConversation,
  insertMessage,
  listMessages,
  lockOwnConversation,
  measureConversation,
  noSuchConversation,
  updateConversation,
} from "../conversations/index.ts"
import { checkModel } from "../model-of.ts"
import { findSettings } from "../permissions/index.ts"
import type { StoredPart } from "../stored.ts"
import { wake } from "../wake.ts"
import { beginRun } from "./begin-run.ts"
import { declineWaiting } from "./decline-waiting.ts"
import { factsOf } from "./facts-of.ts"
import { mostMessageBytes } from "./limits.ts"
import { findOpenRun } from "./run-store.ts"

/** Posts a question to the assistant. Calls that wait there for approval are declined. */
export const askAssistant = workspaceAction("viewer", "console", {
  input: z.strictObject({
    conversationId: conversationId.optional(),
    text: z
      .string()
      .refine((text) => text.trim() !== "", "must not be empty")
      .refine((text) => Buffer.byteLength(text) <= mostMessageBytes, "is more than 32 kB")
      .describe("What to ask."),
    fileIds: z.array(lenientIdInput).max(8).default([]).describe("Files of the drive to read with it."),
    insteadOf: z.string().max(64).optional().describe("A message of the caller's; the new one begins a branch there."),
    about: z.string().max(500).optional().describe("The page of the console that they are on."),
    locale: z.string().max(100).optional().describe("Their browser's language, as BCP 47 has it."),
    timeZone: z.string().max(100).optional().describe("Their browser's zone, as the IANA database has it."),
  }),
  output: z.object({ conversationId: z.string(), messageId: z.string() }),
  async run(cx, { text, fileIds, insteadOf, about, locale, timeZone, ...into }) {
    if (!cx.assistant.isOn) throw switchedOff()
    checkModel(cx, await findSettings(cx, cx.workspaceId))
    const files = await Promise.all(fileIds.map((id) => fileOf(cx, id)))
    const mostBytes = cx.assistant.limits.conversationMegabytes * 1024 ** 2
    const parts: StoredPart[] = [...files, { type: "text", text }]
    const facts = await factsOf(cx, { about, locale, timeZone })
    return cx.atomically(async (inside) => {
      await needRoom(inside, { admission: cx.admission, bytes: Buffer.byteLength(text) })
      const id = into.conversationId ?? newId("conversation")
      const parentId = await placeOf(inside, {
        id,
        isNew: into.conversationId === undefined,
        text,
        insteadOf,
        mostBytes,
      })
      const messageId = newOrderedId("message", cx.now())
      const message = { id: messageId, conversation_id: id, parent_id: parentId, role: "person" as const, run_id: null }
      await insertMessage(inside, {
        ...message,
        workspace_id: cx.workspaceId,
        facts,
        parts: JSON.stringify(parts),
        input_tokens: null,
        output_tokens: null,
      })
      await markFiles(inside, id, files)
      await beginPermits(inside, cx.workspaceId)
      await beginRun(inside, { conversation_id: id, kind: "answer" })
      wake(inside, cx, id)
      return { conversationId: id, messageId }
    })
  },
})

type FilePart = Extract<StoredPart, { type: "file" }>

/** Declines waiting calls. Throws `conflict` while a process works on a run. */
async function placeOf(
  cx: Inside & Member,
  {
    id,
    isNew,
    text,
    insteadOf,
    mostBytes,
  }: { id: string; isNew: boolean; text: string; insteadOf: string | undefined; mostBytes: number },
): Promise<string | null> {
  if (isNew) {
    await insertConversation(cx, { id, title: cleanText(text, 60) || "Conversation" })
    return null
  }
  const conversation = await lockOwnConversation(cx, id)
  if (!conversation) throw noSuchConversation()
  const run = await findOpenRun(cx, id)
  if (run && run.state !== "waiting") throw stillRunning()
  if (run) await declineWaiting(cx, run, "message")
  if ((await measureConversation(cx, id)) > mostBytes) throw tooLong()
  if (insteadOf === undefined) return conversation.head_id
  const replaced = (await listMessages(cx, id)).find((message) => message.id === insteadOf)
  if (replaced?.role !== "person") throw invalidInput("Message not found.", undefined, "insteadOf")
  await updateConversation(cx, id, { head_id: replaced.parent_id })
  return replaced.parent_id
}

/** Marks the conversation as one that has read outsiders' text: an outsider may have written a file. */
async function markFiles(cx: Inside & Member, id: string, files: readonly FilePart[]): Promise<void> {
  const conversation = files.length > 0 && (await lockOwnConversation(cx, id))
  if (!conversation) return
  const outsiders = new Set(JSON.parse(conversation.outsiders) as string[])
  for (const { name } of files) outsiders.add(`the file “${cleanText(name, 60)}”`)
  const sources = new Set(JSON.parse(conversation.sources) as string[]).add("workspace")
  await updateConversation(cx, id, { outsiders: JSON.stringify([...outsiders]), sources: JSON.stringify([...sources]) })
}

async function fileOf(cx: Reading & Member, id: string): Promise<FilePart> {
  const file = await findFile(cx, cx.workspaceId, id)
  if (!file || file.deleted_at !== null)
    throw invalidInput("A file is no longer in the drive.", "Remove it and choose another.", "fileIds")
  return { type: "file", id, name: file.name }
}

const tooLong = () => conflict("This conversation is too long.", "Start a new conversation.")

const switchedOff = () =>
  new ServiceError("workspace_forbidden", "The assistant is turned off.", {
    hint: "Ask the operator of this service to turn it on.",
  })

const stillRunning = () => conflict("The assistant is still answering your last question.", "Wait or stop it first.")
