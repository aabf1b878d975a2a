import type { ShownConversation } from "#contract/shown.ts"
import { callOf, conversationOf, messageOf, textOf } from "./shown-conversation.ts"

const running = { id: "run_1", state: "running", isThinking: false } as const
const waiting = { ...running, state: "waiting" } as const
const server = { name: "Tracker", host: "mcp.tracker.example", asWhom: "Ada" }
const would = { outcome: "would", facts: [{ label: "Address", value: "a new address" }] } as const
const done = {
  state: "done",
  summary: "Created it",
  facts: [{ label: "Link", value: "Autumn", path: "/links" }],
} as const
const rich =
  "# A\n\ntext **b** `c` [d](/studio/links) https://e.example\n\n- f\n\n| g | h |\n|---|---|\n| i | j |\n\n```\nk\n```\n\n> l"

/** Each state of a conversation with a different appearance, by name. */
export const states: Readonly<Record<string, () => ShownConversation>> = {
  "an answer": () =>
    conversationOf([
      messageOf("Hi"),
      messageOf([callOf({ ...done, isWrite: false }), textOf(rich)], { usage: { input: 9, output: 9 } }),
    ]),
  "the built-in commands": () => conversationOf([messageOf("Hi")], { model: { name: "Commands", kind: "commands" } }),
  "no model": () => conversationOf([messageOf("Hi")], { model: { name: "a model", kind: "none" } }),
  "an answer that comes": () => conversationOf([messageOf("Hi"), messageOf([textOf("I")])], { run: running }),
  "cards of each kind": () =>
    conversationOf(
      [
        messageOf([
          callOf({ rehearsal: would }),
          callOf({ server, canUndo: false }),
          callOf({ arguments: { body: "a ".repeat(16_000) } }),
        ]),
      ],
      { run: waiting, outsiders: ["a.pdf"] },
    ),
  "another script, and emoji": () =>
    conversationOf(
      [
        messageOf("من لم يرد؟ 👩‍👩‍👧"),
        messageOf([
          textOf("- رسومات 🎨\n\n| الرابط |\n|---|\n| رسومات |"),
          callOf({ arguments: { title: "خريف 🍂" } }),
        ]),
      ],
      { run: waiting, title: "روابط" },
    ),
  "a plan": () =>
    conversationOf(
      [
        messageOf([
          callOf({ plan: "p" }),
          callOf({ plan: "p", rehearsal: { outcome: "refused", text: "It is taken." } }),
        ]),
      ],
      { run: waiting },
    ),
  "what was refused, and undone": () =>
    conversationOf([
      messageOf(
        (["refused", "declined", "expired", "failed", "lost", "undone"] as const).map((state) =>
          callOf({ state, why: "Because." }),
        ),
      ),
      messageOf([
        callOf(done),
        callOf({ ...done, canUndo: false, undoRefusal: "Bo has changed it." }),
        callOf({ ...done, server }),
      ]),
      messageOf([{ type: "notice", code: "limit", text: "It ends here.", canRetry: true }]),
    ]),
}
