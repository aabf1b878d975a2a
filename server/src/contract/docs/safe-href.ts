const longest = 2_000

/** Whether a link may open an address. Addresses that run code or reach into the reader's machine are refused. */
export const isSafeHref = (href: unknown): href is string =>
  typeof href === "string" && href.length <= longest && /^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(href)

/**
 * Allows relative addresses. Browsers read a colon before the first slash as a scheme, `//` and a backslash as a host,
 * and ignore tabs and control characters.
 */
export const isKeptHref = (href: unknown): href is string =>
  isSafeHref(href) ||
  (typeof href === "string" &&
    href !== "" &&
    href.length <= longest &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    /^(?!\/\/)[^\s:/?#\\\0-\x1f\x7f]*(?:[/?#][^\s\\\0-\x1f\x7f]*)?$/.test(href))

/** The longest title of a link or a picture, in characters. */
export const longestHrefTitle = 500
