/** The language and the zone that the assistant answers in. */
export const whereabouts = () => ({
  locale: navigator.language,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})
