import styles from "./capabilities.module.css"

const capabilities = [
  {
    name: "Handover",
    text: "Put files and a price behind a four-letter link. Buyers pay, get their files at once, and need no account.",
  },
  { name: "Short links", text: "On the shared host or on your own domain, with every click counted once." },
  { name: "Docs and drive", text: "Write together, keep files together, and take in large ones by upload link." },
  { name: "Team time", text: "Who is awake and when you stream, read from the calendars you already keep." },
  { name: "Chat commands", text: "What viewers can call in your stream’s chat, there for the team to look up." },
  {
    name: "Agents",
    text: "Connect an assistant. It acts as you, in the workspace you chose, until you end it.",
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
