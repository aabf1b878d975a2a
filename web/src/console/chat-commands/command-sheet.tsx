import type { AnswerOf } from "../calls.ts"
import { Facts } from "../ui/values/facts.tsx"

export type Command = AnswerOf<"list-streamelements-commands">["commands"][number]

/** The details of a chat command. It can only be changed on StreamElements. */
export function CommandSheet({ command }: { command: Command }) {
  const { reply, description, aliases, access, hidden, costPoints: cost } = command
  const waits = [
    command.globalCooldownSeconds > 0 && `${seconds(command.globalCooldownSeconds)} for everyone`,
    command.userCooldownSeconds > 0 && `${seconds(command.userCooldownSeconds)} per viewer`,
  ].filter(Boolean)
  return (
    <Facts
      facts={[
        ["Response", reply && <bdi>{reply}</bdi>],
        ["Description", description && <bdi>{description}</bdi>],
        ["Aliases", aliases.length > 0 && aliases.map((alias) => `!${alias}`).join(", ")],
        ["Access", access.replaceAll("_", " ")],
        ["Cooldown", waits.length > 0 && waits.join(", ")],
        ["Cost", cost > 0 && `${cost.toLocaleString()} points`],
        ["Status", `${statusOf(command)}${hidden ? ", hidden" : ""}`],
      ]}
    />
  )
}

const statuses = {
  on: "On",
  off: "Off",
  module_off: "Module off",
  module_unknown: "Module unknown",
  only_online: "Only online",
  only_offline: "Only offline",
}

export const statusOf = ({ status }: Command) => statuses[status]

const seconds = (count: number) => (count === 1 ? "1 second" : `${count.toLocaleString()} seconds`)
