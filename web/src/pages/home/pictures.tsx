import { areaWords } from "../../../../server/src/contract/words.ts"
import docsDark from "./pictures/docs-dark.webp"
import docsLight from "./pictures/docs-light.webp"
import linksDark from "./pictures/links-dark.webp"
import linksLight from "./pictures/links-light.webp"
import sellDark from "./pictures/sell-dark.webp"
import sellLight from "./pictures/sell-light.webp"
import styles from "./pictures.module.css"

const shown = [
  {
    name: areaWords.sales,
    text: "Sell files with a short link. Buyers pay and download, no account needed.",
    alt: "The page of an offer: its files, the price, and a button to pay",
    light: sellLight,
    dark: sellDark,
  },
  {
    name: "Short links",
    text: "On our domain or yours, with click counts.",
    alt: "A list of short links, each with its clicks",
    light: linksLight,
    dark: linksDark,
  },
  {
    name: "Docs and drive",
    text: "Write together, share files and collect uploads.",
    alt: "A doc with a checklist, which two people are writing",
    light: docsLight,
    dark: docsDark,
  },
]

/** Pictures of the product, drawn by `npm run pictures`. */
export function Pictures() {
  return (
    <div className={styles.list}>
      {shown.map(({ name, text, alt, light, dark }) => (
        <section key={name} className={`stack middle ${styles.one}`}>
          <div>
            <h2>{name}</h2>
            <p>{text}</p>
          </div>
          <img className={styles.light} src={light} alt={alt} width={1_100} height={720} loading="lazy" />
          <img className={styles.dark} src={dark} alt={alt} width={1_100} height={720} loading="lazy" />
        </section>
      ))}
    </div>
  )
}
