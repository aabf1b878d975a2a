import type { AnswerOf } from "../ask.ts"
import { Facts } from "../ui/facts.tsx"

export type Command = AnswerOf<"list-streamelements-commands">["commands"][number]

/** The details of a chat command. It can only be changed on StreamElements. */
export function CommandSheet({ command }: { command: Command }) {
  const { reply, description, aliases, access, enabled, hidden, cost_points: cost } = command
  const waits = [
    command.global_cooldown_seconds > 0 && `${seconds(command.global_cooldown_seconds)} for everybody`,
    command.user_cooldown_seconds > 0 && `${seconds(command.user_cooldown_seconds)} for each viewer`,
  ].filter(Boolean)
  return (
    <Facts
      facts={[
        ["Answers", reply && <bdi>{reply}</bdi>],
        ["Does", description && <bdi>{description}</bdi>],
        ["Also called", aliases.length > 0 && aliases.map((alias) => `!${alias}`).join(", ")],
        ["For", access.replaceAll("_", " ")],
        ["Between two uses", waits.length > 0 && waits.join(", ")],
        ["Costs", cost > 0 && `${cost.toLocaleString()} points`],
        ["State", `${enabled ? "On" : "Off"}${hidden ? ", kept off the public list" : ""}`],
      ]}
    />
  )
}

const seconds = (count: number) => (count === 1 ? "a second" : `${count.toLocaleString()} seconds`)
