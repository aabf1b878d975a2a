import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { workspaceRoutes } from "../../../../server/src/contract/console/workspace-routes.ts"

interface Props {
  to: string
  search?: Readonly<Record<string, string>>
  children: ReactNode
}

/** A link to another page of the console; its words alone where there is no such page. */
export function Way({ to, search = {}, children }: Props) {
  if (!workspaceRoutes.some(({ path }) => path === to)) return children
  return (
    <Link to={to} search={search as never}>
      {children}
    </Link>
  )
}
