import styles from "./test-cards.module.css"

const testCards = [
  { number: "4242 4242 4242 4242", does: "is paid" },
  { number: "4000 0025 0000 3155", does: "asks for 3-D Secure" },
  { number: "4000 0000 0000 0002", does: "is declined" },
  { number: "4000 0000 0000 9995", does: "has no funds" },
  { number: "DE89 3704 0044 0532 0130 00", does: "is paid later" },
  { number: "DE62 3704 0044 0532 0130 01", does: "is refused later" },
]

/** Well-known test numbers and their effects; a click fills one in. */
export function TestCards({ onChoose }: { onChoose: (number: string) => void }) {
  return (
    <fieldset className={styles.cards}>
      <legend>Test numbers</legend>
      {testCards.map(({ number, does }) => (
        <button key={number} type="button" className={styles.card} onClick={() => onChoose(number)}>
          <span className={styles.number}>{number}</span>
          <span className={styles.does}>{does}</span>
        </button>
      ))}
    </fieldset>
  )
}
