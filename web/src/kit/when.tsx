interface Props {
  /** Epoch milliseconds. */
  at: number
  /** The day is enough. */
  isDay?: boolean
}

/** A moment, as the reader's language and time zone write it. */
export function When({ at, isDay = false }: Props) {
  const moment = new Date(at)
  const style: Intl.DateTimeFormatOptions = { dateStyle: "medium", ...(!isDay && { timeStyle: "short" }) }
  return <time dateTime={moment.toISOString()}>{moment.toLocaleString(undefined, style)}</time>
}
