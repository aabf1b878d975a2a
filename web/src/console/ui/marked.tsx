import { Fragment } from "react"
import styles from "./marked.module.css"

interface Props {
  text: string
  /** Where each part begins and ends, in order. */
  marks: readonly (readonly [start: number, end: number])[]
}

/** Text in which the parts that were searched for stand out. */
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
