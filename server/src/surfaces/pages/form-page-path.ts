import type { Form } from "./form.ts"
import { pages } from "./pages.ts"

/** The page that a refused form shows, or else the nearest above its path; undefined if a page has the form's path. */
export function formPagePath({ path, page }: Form): string | undefined {
  if (pages.some((page) => page.path === path)) return undefined
  const stands = pages.find(({ id }) => id === page)?.path
  return stands ?? nearest(path) ?? "/"
}

function nearest(path: string): string | undefined {
  const above = pages.filter((page) => path.startsWith(`${page.path}/`)).map((page) => page.path)
  return above.toSorted((one, other) => other.length - one.length)[0]
}

export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)(?:\([^)]*\))?/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ""))
}
