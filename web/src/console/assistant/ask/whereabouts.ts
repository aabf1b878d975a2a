/** The language and the time zone of answers. */
export const whereabouts = () => ({
  locale: navigator.language,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})
