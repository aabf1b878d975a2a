import styles from "./test-cards.module.css"

const testCards = [
  { number: "4242 4242 4242 4242", does: "Succeeds" },
  { number: "4000 0025 0000 3155", does: "Requires 3-D Secure" },
  { number: "4000 0000 0000 0002", does: "Declined" },
  { number: "4000 0000 0000 9995", does: "Insufficient funds" },
  { number: "DE89 3704 0044 0532 0130 00", does: "Succeeds later" },
  { number: "DE62 3704 0044 0532 0130 01", does: "Fails later" },
]

/** Well-known test numbers and their effects; a click fills one in. */
export function TestCards({ onChoose }: { onChoose: (number: string) => void }) {
  return (
    <fieldset className={`stack ${styles.cards}`}>
      <legend>Test numbers</legend>
      {testCards.map(({ number, does }) => (
        <button
          key={number}
          type="button"
          className={`wrap between smaller ${styles.card}`}
          onClick={() => onChoose(number)}
        >
          <span className={styles.number}>{number}</span>
          <span className="muted">{does}</span>
        </button>
      ))}
    </fieldset>
  )
}
