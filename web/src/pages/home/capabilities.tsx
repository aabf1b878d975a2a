import { areaWords } from "../../../../server/src/contract/words.ts"
import styles from "./capabilities.module.css"

const capabilities = [
  {
    name: areaWords.sales,
    text: "Sell files with a short link. Buyers pay and download, no account needed.",
  },
  { name: "Short links", text: "On our domain or yours, with click counts." },
  { name: "Docs and drive", text: "Write together, share files and collect uploads." },
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
