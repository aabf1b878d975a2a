import { formatMoment } from "../kit/moment.ts"

/** Puts the page's moments, which the server writes in UTC, into the reader's time zone. */
for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-moment]")) {
  const { locale = "en" } = document.documentElement.dataset
  const at = Date.parse(time.dateTime)
  time.textContent = formatMoment(at, { locale, isDay: time.dataset.moment === "day" })
}
