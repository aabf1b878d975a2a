import { Fragment } from "react"
import styles from "./marked.module.css"

interface Props {
  text: string
  /** The start and end of each marked part, in order. */
  marks: readonly (readonly [start: number, end: number])[]
}

/** A text with its search matches marked. */
export function Marked({ text, marks }: Props) {
  return (
    <bdi className={styles.marked}>
      {marks.map(([start, end], at) => (
        <Fragment key={start}>
          {text.slice(marks[at - 1]?.[1] ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </bdi>
  )
}
