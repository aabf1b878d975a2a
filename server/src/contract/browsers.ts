/**
 * The oldest browsers that the pages are made for; newer ones work as well. The builds are compiled for them, and a test
 * compares the built files with what they have.
 */
export const oldestBrowsers = [
  { name: "Safari", version: "16.4", target: "safari16.4", compat: "safari" },
  { name: "Safari on iPhone and iPad", version: "16.4", target: "ios16.4", compat: "safari_ios" },
  { name: "Chrome", version: "111", target: "chrome111", compat: "chrome" },
  { name: "Edge", version: "111", target: "edge111", compat: "edge" },
  { name: "Firefox", version: "115", target: "firefox115", compat: "firefox" },
] as const

/** "Safari 16.4, …, Firefox 115": Safari's version is the same on phones. */
const inWords = oldestBrowsers
  .filter(({ compat }) => compat !== "safari_ios")
  .map(({ name, version }) => `${name} ${version}`)
  .join(", ")

/** The sentence that a page shows in an older browser. */
export const tooOldWords = `This browser is too old for this page. Update it, or use one of these or a newer one: ${inWords}.`
