import type { Form } from "./form.ts"
import { pages } from "./pages.ts"

/**
 * The path of the page that contains a form, in Fastify's syntax: the page that is shown again when the form is
 * refused, or else the nearest one above the form's path. Undefined where a page has the form's own path.
 */
export function formPagePath({ path, page }: Form): string | undefined {
  if (pages.some((page) => page.path === path)) return undefined
  const stands = pages.find(({ id }) => id === page)?.path
  return stands ?? nearest(path) ?? "/"
}

function nearest(path: string): string | undefined {
  const above = pages.filter((page) => path.startsWith(`${page.path}/`)).map((page) => page.path)
  return above.toSorted((one, other) => other.length - one.length)[0]
}

/** Fills a path's parameters with the values of an address. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)(?:\([^)]*\))?/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ""))
}
