const longest = 2_000

/** Tells whether an address may be opened from a link: those that run something, or reach into the reader's machine, may not. */
export const isSafeHref = (href: unknown): href is string =>
  typeof href === "string" && href.length <= longest && /^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(href)

/**
 * Tells whether an address may stand in a doc: also a relative one, which leads somewhere where the doc's Markdown lies
 * beside other files, and nowhere here. Browsers read a colon before the first slash as the end of a scheme, `//` and a
 * backslash as the beginning of a host, and leave out tabs and what controls.
 */
export const isKeptHref = (href: unknown): href is string =>
  isSafeHref(href) ||
  (typeof href === "string" &&
    href !== "" &&
    href.length <= longest &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    /^(?!\/\/)[^\s:/?#\\\0-\x1f\x7f]*(?:[/?#][^\s\\\0-\x1f\x7f]*)?$/.test(href))

/** The longest title of a link or a picture, in characters. */
export const longestTitle = 500
