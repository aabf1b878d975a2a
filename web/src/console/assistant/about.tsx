import { shownRoutes } from "../console-data.ts"

/** The page that the question is about. The person can remove it. */
export function AboutChip({ path, onLeaveOut }: { path: string | undefined; onLeaveOut(): void }) {
  if (path === undefined) return null
  return (
    <p className="about chip">
      About “{titleOf(path)}”
      <button type="button" aria-label="Remove page" onClick={onLeaveOut}>
        ✕
      </button>
    </p>
  )
}

/** The title of the route with the longest matching path. */
function titleOf(path: string): string {
  const fitting = shownRoutes().filter(
    (route) => path === route.path || path.startsWith(`${route.path}/`) || path.startsWith(`${route.path}?`),
  )
  return fitting.sort((one, other) => other.path.length - one.path.length)[0]?.title ?? "Overview"
}
