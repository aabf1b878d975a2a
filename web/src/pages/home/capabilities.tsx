import { areaWords } from "../../../../server/src/contract/words.ts"
import styles from "./capabilities.module.css"

const capabilities = [
  { name: areaWords.availability, text: "See who is around and when you stream." },
  { name: "Chat commands", text: "Look up the commands in your stream’s chat." },
  {
    name: "Agents",
    text: "Connect an assistant with the permissions you choose.",
  },
]

export function Capabilities() {
  return (
    <dl className={styles.list}>
      {capabilities.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
