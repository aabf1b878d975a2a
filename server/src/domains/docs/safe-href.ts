/** Tells whether an address may stand in a link: those that run something, or reach into the reader's machine, may not. */
export const isSafeHref = (href: unknown): href is string =>
  typeof href === "string" && href.length <= 2_000 && /^(?:https?:\/\/|mailto:)\S+$/i.test(href)
