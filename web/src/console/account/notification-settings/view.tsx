import { reasonSentence } from "../../../kit/mail-reason.ts"
import { Notice } from "../../../kit/notice.tsx"
import { Section } from "../../../kit/section.tsx"
import spoken from "../../../kit/spoken.module.css"
import { useChange, useRead } from "../../ask.ts"
import type { AnswerOf } from "../../calls.ts"
import { ChangeButton } from "../../ui/form.tsx"
import { View as Frame } from "../../ui/page.tsx"
import { Browsers } from "./browsers.tsx"
import styles from "./kinds.module.css"

export function View() {
  return (
    <Frame title="Notification settings" below="Applies to all of your workspaces.">
      <AddressState />
      <Kinds />
      <Browsers />
    </Frame>
  )
}

/** Whether mails reach the account's address; nothing while they do. */
function AddressState() {
  const { data } = useRead("get-notification-settings", {})
  const again = useChange("try-mails-again", {
    makesStale: ["get-notification-settings"],
    says: ({ address }) => `Notifications go to ${address.email} again`,
  })
  if (!data?.address.last) return null
  const { email, isStopped, last } = data.address
  const address = <bdi>{email}</bdi>
  return (
    <>
      <Notice tone="bad" title={isStopped ? "Notification emails are stopped" : "The last email wasn’t delivered"}>
        {isStopped ? <>The last 3 emails to {address} weren’t delivered.</> : <>It was sent to {address}.</>}{" "}
        {reasonSentence(last.reason)}
        {isStopped && " Receipts, sign-in codes, invites and payment issues are still sent."}
      </Notice>
      <div>
        <ChangeButton variant="default" label="Try again" change={again} input={{}} />
      </div>
    </>
  )
}

type Kind = AnswerOf<"get-notification-settings">["kinds"][number]
type Channel = "app" | "mail" | "push"

const channels: readonly [Channel, string][] = [
  ["app", "In app"],
  ["mail", "Email"],
  ["push", "Browser"],
]

/** Every kind of notification, with a checkbox per channel. A click saves at once. */
function Kinds() {
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
