import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { ConsoleRoute } from "../../../server/src/contract/console/route.ts"

interface Props {
  route: ConsoleRoute
  look: { className: string; children: ReactNode }
  onClick?(): void
}

export function SidebarLink({ route: { path }, look, onClick }: Props) {
  return (
    <Link
      {...look}
      to={path}
      onClick={onClick}
      activeOptions={{ exact: path === "/" || path === "/settings", includeSearch: false }}
      activeProps={{ "aria-current": "page" }}
    />
  )
}
