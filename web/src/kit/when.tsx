import { useHouse } from "./house.tsx"
import { formatMoment } from "./moment.ts"

interface Props {
  at: number
  /** Shows only the date. */
  isDay?: boolean
}

/** A time in the reader's locale; in UTC until `enhance/local-times.ts` converts it to their time zone. */
export function When({ at, isDay = false }: Props) {
  const { locale, isReaders = false } = useHouse()
  return (
    <time dateTime={new Date(at).toISOString()} data-moment={isDay ? "day" : "minute"}>
      {formatMoment(at, { locale, isDay, ...(!isReaders && { timeZone: "UTC" }) })}
    </time>
  )
}
