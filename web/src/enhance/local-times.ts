import { formatMoment } from "../kit/moment.ts"

/** Converts the server's times from UTC to the reader's time zone. */
for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-moment]")) {
  const { locale = "en" } = document.documentElement.dataset
  const at = Date.parse(time.dateTime)
  time.textContent = formatMoment(at, { locale, isDay: time.dataset.moment === "day" })
}
