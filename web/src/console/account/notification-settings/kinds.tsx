import { Section } from "../../../kit/section.tsx"
import spoken from "../../../kit/spoken.module.css"
import { type AnswerOf, useRead } from "../../ask.ts"
import { useChange } from "../../use-change.ts"
import styles from "./kinds.module.css"

type Kind = AnswerOf<"get-notification-settings">["kinds"][number]
type Channel = "app" | "mail" | "push"

const channels: readonly [Channel, string][] = [
  ["app", "In app"],
  ["mail", "Email"],
  ["push", "Browser"],
]

/** Every kind of notification, with a checkbox per channel. A click saves at once. */
export function Kinds() {
  const kinds = useRead("get-notification-settings", {}).data?.kinds ?? []
  return (
    <Section title="Notifications">
      <table className={`wide ${styles.kinds}`}>
        <caption className={spoken.spoken}>Channels by notification</caption>
        <thead>
          <tr>
            <th scope="col">Notification</th>
            {channels.map(([channel, label]) => (
              <th key={channel} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind.kind}>
              <th scope="row">
                {kind.title}
                <p>{kind.about}</p>
              </th>
              {channels.map(([channel, label]) => (
                <td key={channel}>
                  <Switch kind={kind} channel={channel} label={label} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function Switch({ kind: row, channel, label }: { kind: Kind; channel: Channel; label: string }) {
  const { kind, title } = row
  const { isOn, isFixed } = row[channel]
  const choose = useChange("choose-notification", {
    makesStale: ["get-notification-settings"],
    atOnce: (input, edit) =>
      edit("get-notification-settings", ({ kinds, ...settings }) => ({
        ...settings,
        kinds: kinds.map((one) =>
          one.kind === input.kind ? { ...one, [input.channel]: { isOn: input.isOn, isFixed: false } } : one,
        ),
      })),
  })
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={`${title}: ${label}${isFixed ? ", cannot be changed" : ""}`}
        checked={isOn}
        disabled={isFixed}
        onChange={({ currentTarget }) => choose.mutate({ kind, channel, isOn: currentTarget.checked })}
      />
    </label>
  )
}
