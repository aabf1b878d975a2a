/** The text of a calendar that contains these lines. */
export function calendarText(...lines: string[]): string {
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", ...lines, "END:VCALENDAR", ""].join("\r\n")
}

/** The lines of an event. A missing UID is added. */
export function event(...lines: string[]): string[] {
  const uid = lines.some((line) => line.startsWith("UID:")) ? [] : [`UID:${lines.join("|").length}-${lines[0]}`]
  return ["BEGIN:VEVENT", ...uid, ...lines, "END:VEVENT"]
}
