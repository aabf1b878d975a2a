/** Reloads the page, which then shows again what was typed. */
export const reloadPage = () =>
  import("./typed.ts").then(({ reloadTyped }) => reloadTyped()).catch(() => location.reload())
