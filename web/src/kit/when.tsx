import { useHouse } from "./house.tsx"
import { formatMoment } from "./moment.ts"

interface Props {
  /** Epoch milliseconds. */
  at: number
  /** The day is enough. */
  isDay?: boolean
}

/** A moment as the reader's language writes it, in UTC until `enhance/local-times.ts` puts it into their time zone. */
export function When({ at, isDay = false }: Props) {
  const { locale, isReaders = false } = useHouse()
  return (
    <time dateTime={new Date(at).toISOString()} data-moment={isDay ? "day" : "minute"}>
      {formatMoment(at, { locale, isDay, ...(!isReaders && { timeZone: "UTC" }) })}
    </time>
  )
}
